package dev.quarry.engine;

import dev.quarry.engine.fair.FairnessSettings;

/**
 * How much may wait and run.
 *
 * @param workers jobs that run at a time
 * @param reserve small jobs that run besides, while large ones hold all workers
 * @param background whether large jobs are for threads of their own
 * @param jobs most jobs that wait
 * @param costNanos most predicted CPU time that waits
 * @param clientShare the part of both that one client may have
 * @param waitNanos the most time on the clock in which what waits will probably be done
 * @param ageingNanos after how long a large job is no longer for the background
 */
record QueueLimits(
        int workers,
        int reserve,
        boolean background,
        int jobs,
        long costNanos,
        double clientShare,
        long waitNanos,
        long ageingNanos) {

    // What is predicted is not exact, and what runs already takes its time too.
    private static final double PART_OF_DEADLINE = 0.75;

    static QueueLimits of(EngineSettings settings, FairnessSettings fairness, boolean background) {
        return new QueueLimits(
                settings.workerThreads(),
                fairness.reserveWorkers(),
                background,
                settings.queueCapacity(),
                settings.queueCost().toNanos(),
                fairness.clientShare(),
                (long) (settings.deadline().toNanos() * PART_OF_DEADLINE),
                fairness.ageing().toNanos());
    }

    int jobsOfOne() {
        return Math.max(1, (int) (jobs * clientShare));
    }

    long costOfOne() {
        return (long) (costNanos * clientShare);
    }

    long waitOfOne() {
        return (long) (waitNanos * clientShare);
    }
}
