package dev.quarry.engine;

import dev.quarry.engine.fair.JobSize;

/**
 * A picture of the engine at one moment.
 *
 * @param small the small jobs that wait
 * @param large the large jobs that wait
 * @param queueCapacity most jobs that may wait
 * @param fullNanos how long the queue has been full without a break, 0 when it has room
 * @param workersBusy threads that have a job, those for small ones and guests included
 * @param workersLimit jobs that run at a time, without those
 * @param oldestJobNanos how long the oldest running job has run, 0 when none runs
 * @param completedJobs jobs that have ended in any way since the start
 * @param idleNanos how long ago the last of them ended, or the engine started
 * @param uploadsWaiting uploads that wait, unread, for memory
 * @param refusalsWaiting refusals of clients that ask too often, which are put off
 * @param leaving whether the service is about to stop
 * @param draining whether new work is refused because the service stops
 */
public record EngineStats(
        Lane small,
        Lane large,
        int queueCapacity,
        long fullNanos,
        int workersBusy,
        int workersLimit,
        long oldestJobNanos,
        long completedJobs,
        long idleNanos,
        int uploadsWaiting,
        int refusalsWaiting,
        boolean leaving,
        boolean draining) {

    /**
     * The waiting jobs of one size.
     *
     * @param depth how many
     * @param costNanos the CPU time that they will probably take together
     * @param oldestNanos how long the first of them has waited, 0 when none waits
     */
    public record Lane(int depth, long costNanos, long oldestNanos) {}

    /** The waiting jobs of a size. */
    public Lane lane(JobSize size) {
        return switch (size) {
            case SMALL -> small;
            case LARGE -> large;
        };
    }

    /** All jobs that wait for a worker. */
    public int queueDepth() {
        return small.depth() + large.depth();
    }

    /** How long the first of them has waited, 0 when none waits. */
    public long queueOldestNanos() {
        return Math.max(small.oldestNanos(), large.oldestNanos());
    }
}
