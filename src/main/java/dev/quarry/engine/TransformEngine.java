package dev.quarry.engine;

import dev.quarry.engine.cost.CostModel;
import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.FairnessSettings;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.engine.fair.RefusalPace;
import dev.quarry.engine.os.ThreadPriority;
import dev.quarry.error.ServiceException;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.storage.BlockStorage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The engine: a bounded queue and a fixed number of workers, each of which takes a job together with all its memory.
 *
 * <p>The calling thread waits, and meanwhile looks after its client: a job whose client has gone leaves the queue, or stops
 * at its next checkpoint. Safe for use by several threads at once.
 */
public final class TransformEngine implements AutoCloseable {

    private static final long LOOK_AFTER_CLIENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int STUCK_DEADLINES = 2;
    private static final int UPLOAD_DIVISOR = 4;
    private static final int SMALL_DIVISOR = 8;
    private static final Duration LAST_GRACE = Duration.ofSeconds(5);
    private static final Duration LONGEST_REFUSAL = Duration.ofSeconds(5);

    private final EngineSettings settings;
    private final AdmissionControl admission;
    private final UploadShare uploads;
    private final RequestListener listener;
    private final FairJobQueue queue;
    private final WorkerPool workers;
    private final Watchdog watchdog;
    private final RefusalPace refusals;
    private final AtomicInteger refusalsWaiting = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private String priorityNote = "";
    private volatile boolean draining;

    /** Starts the workers. */
    public TransformEngine(
            EngineSettings settings,
            FairnessSettings fairness,
            BlockStorage storage,
            PlanRunner runner,
            RequestListener listener,
            WatchdogListener watchdogListener) {
        this.settings = settings;
        this.listener = listener;
        CostModel costs = new CostModel();
        long uploadBytes = storage.budgetBytes() / UPLOAD_DIVISOR;
        long smallBytes = storage.budgetBytes() / SMALL_DIVISOR;
        MemoryShares memory = new MemoryShares(smallBytes, storage.budgetBytes() - uploadBytes - smallBytes);
        ThreadPriority priority = priority(fairness);
        QueueLimits limits = QueueLimits.of(settings, fairness, priority != null);
        this.queue = new FairJobQueue(limits, memory);
        this.uploads = new UploadShare(uploadBytes, limits.jobs(), limits.jobsOfOne(), queue::drainSeconds);
        this.admission = new AdmissionControl(
                memory.mostBytes(JobSize.LARGE),
                memory.mostBytes(JobSize.SMALL),
                uploadBytes,
                settings.costLimit().toNanos(),
                fairness.smallCost().toNanos(),
                costs);
        this.workers = new WorkerPool(
                limits, priority, fairness.largeNice(), queue, new JobWorker(storage, runner, listener, costs, queue));
        this.refusals = new RefusalPace(fairness.refusalsPerSecond(), LONGEST_REFUSAL);
        this.watchdog = new Watchdog(workers, settings.deadline().multipliedBy(STUCK_DEADLINES), watchdogListener);
    }

    /** How the priority of threads is lowered, null where it is not wanted or not possible. */
    private @Nullable ThreadPriority priority(FairnessSettings fairness) {
        if (fairness.largeNice() == 0) {
            priorityNote = "large jobs at normal priority, as configured";
            return null;
        }
        try {
            ThreadPriority priority = ThreadPriority.load();
            priorityNote = "large jobs at nice " + fairness.largeNice();
            return priority;
        } catch (ThreadPriority.UnavailableException e) {
            priorityNote = "large jobs at normal priority: " + e.getMessage();
            return null;
        }
    }

    /** At which priority large jobs are worked on, and why, as a phrase for the log. */
    public String priorityNote() {
        return priorityNote;
    }

    /** What can be admitted at all. */
    public AdmissionControl admission() {
        return admission;
    }

    /** The part of the budget that uploads may hold. */
    public UploadShare uploads() {
        return uploads;
    }

    /** When a request that asks now for {@code asked}, or for nothing, is no longer worth an answer. */
    public Deadline deadline(@Nullable Duration asked) {
        return Deadline.after(patience(asked));
    }

    /** The client's own limit counts where it is the shorter one. */
    private Duration patience(@Nullable Duration asked) {
        return asked != null && asked.compareTo(settings.deadline()) < 0 ? asked : settings.deadline();
    }

    /**
     * Keeps a place in the queue for a request whose plan is known and whose body is not yet there, so that what cannot be
     * taken is refused before it has been sent.
     *
     * @param sourceBytes memory that the upload will hold
     * @param asked how long the client wants to wait, null when it does not say
     * @return to be given to {@link #transform} with the job, and to be closed in any case
     * @throws ServiceException when it can never be done, or not now
     */
    public Place claim(ClientId client, PipelinePlan plan, long sourceBytes, @Nullable Duration asked) {
        JobCost cost = admission.check(plan, sourceBytes);
        return queue.claim(
                client,
                admission.sizeOf(plan, cost),
                cost.totalNanos(),
                patience(asked).toNanos());
    }

    /**
     * A place in the queue that is kept for a request whose body is still on its way. It counts as a job that waits, until its
     * job takes it or it is given up.
     */
    public static final class Place implements AutoCloseable {

        private final FairJobQueue queue;
        private final ClientId client;
        private final JobSize size;
        private final long costNanos;

        Place(FairJobQueue queue, ClientId client, JobSize size, long costNanos) {
            this.queue = queue;
            this.client = client;
            this.size = size;
            this.costNanos = costNanos;
        }

        ClientId client() {
            return client;
        }

        JobSize size() {
            return size;
        }

        /** What its job will probably cost. */
        long costNanos() {
            return costNanos;
        }

        /** Gives it up, unless its job has taken it or it was given up before. */
        @Override
        public void close() {
            queue.giveUp(this);
        }
    }

    /** Runs a job for which no place was kept; else like {@link #transform(TransformJob, Place)}. */
    public TransformResult transform(TransformJob request) {
        return transform(request, null);
    }

    /**
     * Runs a job and waits for its result, which the caller closes.
     *
     * @param place what {@link #claim} gave, null when no place was kept
     * @throws ServiceException when it is refused, stopped, or fails; the job then holds no memory any more
     */
    public TransformResult transform(TransformJob request, @Nullable Place place) {
        JobCost cost = admission.check(request.plan(), request.source().byteSize());
        Job job = new Job(request, cost, admission.sizeOf(request.plan(), cost), System.nanoTime());
        enqueue(job, place);
        return await(job);
    }

    private void enqueue(Job job, @Nullable Place place) {
        queue.offer(job, place);
        TransformJob request = job.request();
        listener.admitted(
                request.plan().header().format(),
                request.plan().header().spec().pixels(),
                request.source().byteSize());
    }

    private TransformResult await(Job job) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (job.await(LOOK_AFTER_CLIENT_NANOS)) {
                        return job.answer();
                    }
                    lookAfter(job);
                } catch (InterruptedException stopped) {
                    interrupted = true;
                    giveUp(job, EngineException.draining());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void lookAfter(Job job) {
        if (job.isClientGone()) {
            giveUp(job, EngineException.cancelled());
        } else if (job.request().deadline().hasPassed() && queue.remove(job)) {
            job.fail(EngineException.deadline("in the queue"));
        }
    }

    /** Ends a job: at once when it still waits, at its next checkpoint when it runs, for a worker reads its source. */
    private void giveUp(Job job, ServiceException reason) {
        job.stop(reason);
        if (queue.remove(job)) {
            job.fail(reason);
        }
    }

    /**
     * Waits before a client is told that it has too much waiting already, if it was told so very often; not any more when the
     * service is about to stop.
     */
    public void awaitRefusal(ClientId client) {
        long delay = refusals.delayNanos(client, System.nanoTime());
        if (delay == 0) {
            return;
        }
        refusalsWaiting.incrementAndGet();
        try {
            boolean ignored = end.await(delay, TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            refusalsWaiting.decrementAndGet();
        }
    }

    /** A picture of the queue and the workers. */
    public EngineStats stats() {
        long now = System.nanoTime();
        return new EngineStats(
                queue.stats(JobSize.SMALL, now),
                queue.stats(JobSize.LARGE, now),
                settings.queueCapacity(),
                queue.fullNanos(now),
                workers.busy(),
                workers.limit(),
                now - workers.oldestSince(now),
                workers.completedJobs(),
                now - workers.lastEndNanos(),
                uploads.waiting(),
                refusalsWaiting.get(),
                isLeaving(),
                draining);
    }

    /** Says that the service will stop soon: from now on it is not ready, though it goes on as before. */
    public void announceEnd() {
        end.countDown();
    }

    /** Whether the service will stop soon. Cheaper than {@link #stats}. */
    public boolean isLeaving() {
        return end.getCount() == 0;
    }

    /** Refuses new jobs from now on; those that wait or run go on. */
    public void drain() {
        end.countDown();
        draining = true;
        queue.close();
        uploads.close();
    }

    /** Drains, gives the jobs their time to finish, then stops what still runs. */
    @Override
    public void close() {
        drain();
        watchdog.close();
        try {
            if (!workers.awaitEnd(settings.drain())) {
                workers.stopRunning();
                workers.awaitEnd(LAST_GRACE);
            }
        } catch (InterruptedException stopped) {
            workers.stopRunning();
            Thread.currentThread().interrupt();
        }
    }
}
