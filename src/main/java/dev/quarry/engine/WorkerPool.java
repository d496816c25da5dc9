package dev.quarry.engine;

import dev.quarry.kernel.Scratch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** A fixed number of platform threads that take jobs from the queue until it is closed and empty. */
final class WorkerPool {

    private final JobQueue queue;
    private final JobWorker worker;
    private final AdmissionControl admission;
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Job, Long> startNanos = new ConcurrentHashMap<>();
    private final LongAdder completed = new LongAdder();

    WorkerPool(int size, JobQueue queue, JobWorker worker, AdmissionControl admission) {
        this.queue = queue;
        this.worker = worker;
        this.admission = admission;
        for (int i = 0; i < size; i++) {
            threads.add(
                    Thread.ofPlatform().name("quarry-worker-" + i).daemon(true).start(this::workUntilClosed));
        }
    }

    private void workUntilClosed() {
        Scratch scratch = new Scratch();
        try {
            for (Job job = queue.take(); job != null; job = queue.take()) {
                runJob(job, scratch);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void runJob(Job job, Scratch scratch) {
        long start = System.nanoTime();
        startNanos.put(job, start);
        try {
            worker.run(job, scratch);
        } finally {
            startNanos.remove(job);
            completed.increment();
            admission.learn(System.nanoTime() - start);
        }
    }

    int size() {
        return threads.size();
    }

    int busy() {
        return startNanos.size();
    }

    /** When the oldest running job was taken, {@code now} when none runs. */
    long oldestSince(long now) {
        long oldest = now;
        for (long start : startNanos.values()) {
            oldest = start - oldest < 0 ? start : oldest;
        }
        return oldest;
    }

    long completedJobs() {
        return completed.sum();
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
        startNanos.keySet().forEach(job -> job.stop(EngineException.draining()));
        threads.forEach(Thread::interrupt);
    }
}
