package dev.quarry.engine;

/**
 * How long jobs take on the clock for each nanosecond that was predicted of the processor's time: about 1 where the workers
 * have processors of their own, more where they share them. Of the last jobs, weighed by what they cost. Not safe for use by
 * several threads at once.
 */
final class Pace {

    private static final double MEMORY = 0.95;
    private static final double FIRST_NANOS = 50e6;

    private double predicted = FIRST_NANOS;
    private double taken = FIRST_NANOS;

    /** Counts a finished job. */
    void note(long predictedNanos, long takenNanos) {
        predicted = MEMORY * predicted + predictedNanos;
        taken = MEMORY * taken + takenNanos;
    }

    /** The time on the clock in which {@code workers} do what is predicted to take {@code nanos}. */
    long duration(long nanos, int workers) {
        return (long) (nanos * (taken / predicted) / workers);
    }
}
