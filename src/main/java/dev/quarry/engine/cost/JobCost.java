package dev.quarry.engine.cost;

/**
 * The CPU time that a job will probably take on this machine, in nanoseconds.
 *
 * @param decodeNanos for decoding
 * @param stepsNanos for all steps
 * @param encodeNanos for encoding
 */
public record JobCost(long decodeNanos, long stepsNanos, long encodeNanos) {

    /** All of it. */
    public long totalNanos() {
        return decodeNanos + stepsNanos + encodeNanos;
    }
}
