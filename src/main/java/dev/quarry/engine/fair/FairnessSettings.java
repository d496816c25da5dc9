package dev.quarry.engine.fair;

import dev.quarry.engine.os.ThreadPriority;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How requests that wait are treated against each other.
 *
 * @param smallCost Predicted CPU time up to which a job counts as small, up to 10s; 0s makes every job large.
 * @param reserveWorkers Threads beside the workers that take small jobs while large ones hold all workers, 0 to 64.
 * @param largeNice The nice value of the threads that work on large jobs, and on those of a client that has more than four
 *     for each worker waiting, 0 to 19: higher leaves the processor sooner to small jobs and to the connections. 0 treats all
 *     alike.
 * @param ageing How long a large job waits before it is worked on at normal priority; waiting behind the same client's jobs
 *     does not count.
 * @param clientShare The part of the queue that one client may fill, above 0 up to 1; what is more is answered with 429.
 * @param refusalsPerSecond How many 429s one client gets in a second, 0 to 100000; what it asks beyond that is answered up to
 *     5 s later. 0 answers all at once.
 */
@ConfigurationProperties("quarry.fairness")
public record FairnessSettings(
        @DefaultValue("10ms") Duration smallCost,
        @DefaultValue("1") int reserveWorkers,
        @DefaultValue("19") int largeNice,
        @DefaultValue("10s") Duration ageing,
        @DefaultValue("0.5") double clientShare,
        @DefaultValue("50") int refusalsPerSecond) {

    private static final int MOST_RESERVE = 64;
    private static final int MOST_REFUSALS = 100_000;
    private static final Duration LARGEST_SMALL = Duration.ofSeconds(10);

    /** Checks the ranges. */
    public FairnessSettings {
        if (smallCost.isNegative() || smallCost.compareTo(LARGEST_SMALL) > 0) {
            throw new IllegalArgumentException(
                    "quarry.fairness.small-cost is " + smallCost + "; allowed are 0s to 10s");
        }
        if (reserveWorkers < 0 || reserveWorkers > MOST_RESERVE) {
            throw new IllegalArgumentException(
                    "quarry.fairness.reserve-workers is " + reserveWorkers + "; allowed are 0 to " + MOST_RESERVE);
        }
        if (largeNice < 0 || largeNice > ThreadPriority.LEAST) {
            throw new IllegalArgumentException("quarry.fairness.large-nice is " + largeNice + "; allowed are 0 to 19");
        }
        if (ageing.isNegative()) {
            throw new IllegalArgumentException("quarry.fairness.ageing is " + ageing + "; it must not be negative");
        }
        // A comparison that NaN fails too.
        if (!(clientShare > 0 && clientShare <= 1)) {
            throw new IllegalArgumentException(
                    "quarry.fairness.client-share is " + clientShare + "; allowed is more than 0 up to 1");
        }
        if (refusalsPerSecond < 0 || refusalsPerSecond > MOST_REFUSALS) {
            throw new IllegalArgumentException("quarry.fairness.refusals-per-second is " + refusalsPerSecond
                    + "; allowed are 0 to " + MOST_REFUSALS);
        }
    }

    /** Every setting at its default. */
    public static FairnessSettings defaults() {
        return new FairnessSettings(Duration.ofMillis(10), 1, ThreadPriority.LEAST, Duration.ofSeconds(10), 0.5, 50);
    }
}
