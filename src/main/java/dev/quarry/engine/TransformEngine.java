package dev.quarry.engine;

import dev.quarry.engine.cost.CostModel;
import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.FairnessSettings;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.engine.os.ThreadPriority;
import dev.quarry.error.ServiceException;
import dev.quarry.storage.BlockStorage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

    private final EngineSettings settings;
    private final AdmissionControl admission;
    private final UploadShare uploads;
    private final RequestListener listener;
    private final FairJobQueue queue;
    private final WorkerPool workers;
    private final Watchdog watchdog;
    private String priorityNote = "";
    private volatile boolean leaving;
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

    /**
     * Runs a job and waits for its result, which the caller closes.
     *
     * @throws ServiceException when it is refused, stopped, or fails; the job then holds no memory any more
     */
    public TransformResult transform(TransformJob request) {
        JobCost cost = admission.check(request.plan(), request.source().byteSize());
        Job job = new Job(request, cost, admission.sizeOf(request.plan(), cost), System.nanoTime());
        enqueue(job);
        return await(job);
    }

    private void enqueue(Job job) {
        queue.offer(job);
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
                leaving,
                draining);
    }

    /** Says that the service will stop soon: from now on it is not ready, though it goes on as before. */
    public void announceEnd() {
        leaving = true;
    }

    /** Whether the service will stop soon. Cheaper than {@link #stats}. */
    public boolean isLeaving() {
        return leaving;
    }

    /** Refuses new jobs from now on; those that wait or run go on. */
    public void drain() {
        leaving = true;
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
