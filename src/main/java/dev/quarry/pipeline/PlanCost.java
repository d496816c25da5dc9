package dev.quarry.pipeline;

import java.util.List;

/**
 * The CPU time that a plan will probably take, in nanoseconds on the machine of the cost benchmark.
 *
 * @param decodeNanos for decoding
 * @param stepNanos for each planned step, in order
 * @param encodeNanos for encoding, with the repetitions that a largest size may want
 */
public record PlanCost(long decodeNanos, List<Long> stepNanos, long encodeNanos) {

    /** Copies the list. */
    public PlanCost {
        stepNanos = List.copyOf(stepNanos);
    }

    /** All of it. */
    public long totalNanos() {
        return decodeNanos
                + encodeNanos
                + stepNanos.stream().mapToLong(Long::longValue).sum();
    }
}
