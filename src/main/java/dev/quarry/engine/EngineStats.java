package dev.quarry.engine;

/**
 * A picture of the engine at one moment.
 *
 * @param queueDepth jobs that wait for a worker
 * @param queueCapacity most jobs that may wait
 * @param queueOldestNanos how long the first of them has waited, 0 when none waits
 * @param workersBusy workers that have a job
 * @param workersLimit all workers
 * @param oldestJobNanos how long the oldest running job has run, 0 when none runs
 * @param completedJobs jobs that have ended in any way since the start
 * @param uploadsWaiting uploads that wait, unread, for memory
 * @param draining whether new work is refused because the service stops
 */
public record EngineStats(
        int queueDepth,
        int queueCapacity,
        long queueOldestNanos,
        int workersBusy,
        int workersLimit,
        long oldestJobNanos,
        long completedJobs,
        int uploadsWaiting,
        boolean draining) {}
