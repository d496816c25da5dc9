package dev.quarry.engine.cost;

/**
 * How much longer one kind of work takes here than its table says: a moving geometric mean, so that one wild sample moves
 * it little, within a factor of eight either way. Safe for use by several threads at once.
 */
final class Correction {

    static final double MOST = 8;

    private static final double SMOOTHING = 1.0 / 16;
    private static final long LEAST_NANOS = 200_000;

    private double logFactor;
    private volatile double factor = 1;

    /** By what the table's time is to be multiplied. */
    double factor() {
        return factor;
    }

    /** Counts one piece of work. Very short ones say more of the clock than of the work, and are left out. */
    void learn(long tableNanos, long usedNanos) {
        if (Math.max(tableNanos, usedNanos) < LEAST_NANOS) {
            return;
        }
        double sample = Math.log((double) Math.max(1, usedNanos) / Math.max(1, tableNanos));
        double bounded = Math.clamp(sample, -Math.log(MOST), Math.log(MOST));
        synchronized (this) {
            logFactor += SMOOTHING * (bounded - logFactor);
            factor = Math.exp(logFactor);
        }
    }
}
