package dev.quarry.engine;

import dev.quarry.engine.os.ThreadPriority;
import dev.quarry.kernel.Scratch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads that take jobs from the queue until it is closed and empty. The queue says how many work at a time; there
 * are more threads than that, because those that work in the background have a low priority, and no thread can change its
 * own back.
 */
final class WorkerPool {

    private final FairJobQueue queue;
    private final JobWorker worker;
    private final QueueLimits limits;
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Job, Run> running = new ConcurrentHashMap<>();
    private final LongAdder completed = new LongAdder();
    private volatile long lastEndNanos = System.nanoTime();

    /** Who runs a job since when. */
    record Run(Thread thread, long startNanos) {}

    /**
     * Starts the threads.
     *
     * @param priority lowers that of threads for the background, null where the limits want none
     */
    WorkerPool(
            QueueLimits limits,
            @Nullable ThreadPriority priority,
            int largeNice,
            FairJobQueue queue,
            JobWorker worker) {
        this.queue = queue;
        this.worker = worker;
        this.limits = limits;
        // One more for a guest.
        for (int i = 0; i < limits.workers() + limits.reserve() + 1; i++) {
            start("quarry-worker-" + i, () -> workUntilClosed(WorkerKind.NORMAL));
        }
        if (priority != null) {
            for (int i = 0; i < limits.workers(); i++) {
                start("quarry-background-" + i, () -> {
                    // Where the system refuses, all jobs are worked on at normal priority, and nothing else changes.
                    boolean ignored = priority.lower(largeNice);
                    workUntilClosed(WorkerKind.BACKGROUND);
                });
            }
        }
    }

    private void start(String name, Runnable work) {
        threads.add(Thread.ofPlatform().name(name).daemon(true).start(work));
    }

    private void workUntilClosed(WorkerKind kind) {
        Scratch scratch = new Scratch();
        try {
            long kept = 0;
            for (Grant grant = queue.take(kind, null, 0); grant != null; grant = queue.take(kind, grant, kept)) {
                kept = runJob(grant, scratch);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private long runJob(Grant grant, Scratch scratch) {
        Job job = grant.job();
        try {
            running.put(job, new Run(Thread.currentThread(), System.nanoTime()));
            return worker.run(grant, scratch);
        } catch (Throwable noMemoryToAnswer) {
            return 0;
        } finally {
            job.failIfUnanswered(EngineException.UNANSWERED);
            running.remove(job);
            completed.increment();
            lastEndNanos = System.nanoTime();
        }
    }

    /** The running jobs, as they are now. */
    Map<Job, Run> running() {
        return running;
    }

    int busy() {
        return running.size();
    }

    int limit() {
        return limits.workers();
    }

    /** When the oldest running job was taken, {@code now} when none runs. */
    long oldestSince(long now) {
        long oldest = now;
        for (Run run : running.values()) {
            oldest = run.startNanos() - oldest < 0 ? run.startNanos() : oldest;
        }
        return oldest;
    }

    long completedJobs() {
        return completed.sum();
    }

    /** When the last job ended, or the pool was started. */
    long lastEndNanos() {
        return lastEndNanos;
    }

    /** Waits until every worker has ended, after the queue was closed; false when {@code limit} passed first. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        Deadline deadline = Deadline.after(limit);
        for (Thread thread : threads) {
            Duration left = Duration.ofNanos(Math.max(1, deadline.remainingNanos()));
            if (!thread.join(left)) {
                return false;
            }
        }
        return true;
    }

    /** Stops the running jobs at their next checkpoint, and a worker that waits for memory at once. */
    void stopRunning() {
        running.keySet().forEach(job -> job.stop(EngineException.draining()));
        threads.forEach(Thread::interrupt);
    }
}
