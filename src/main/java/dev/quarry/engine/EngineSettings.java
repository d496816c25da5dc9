package dev.quarry.engine;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much work is taken on at one time.
 *
 * @param workers Threads that decode, transform and encode; 0 means one for each processor that the container may use.
 *     Raise it only when the workers wait for something else than the processor.
 * @param queueCapacity Most jobs that wait for a worker, 1 to 100,000; a further one is answered with 503. A longer queue
 *     turns refusals into waiting.
 * @param queueCost Most predicted CPU time of the jobs that wait; more is answered with 503.
 * @param costLimit Most CPU time that one request may be predicted to take; more is answered with 422.
 * @param deadline Most time from the last byte of an upload to the encoded result, waiting included; then 504. A client can
 *     ask for less with {@code timeout}.
 * @param drain Most time that queued and running jobs get to finish when the service stops.
 * @param drainDelay How long the service goes on as before when it is told to stop, while readiness is off already, so that
 *     load balancers learn of it first; 0s to 5m.
 */
@ConfigurationProperties("quarry.engine")
public record EngineSettings(
        @DefaultValue("0") int workers,
        @DefaultValue("256") int queueCapacity,
        @DefaultValue("60s") Duration queueCost,
        @DefaultValue("60s") Duration costLimit,
        @DefaultValue("30s") Duration deadline,
        @DefaultValue("3s") Duration drainDelay,
        @DefaultValue("30s") Duration drain) {

    private static final Duration DEFAULT_COST = Duration.ofSeconds(60);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
    private static final int MOST_WORKERS = 1024;
    private static final int LONGEST_QUEUE = 100_000;

    /** Checks the ranges. */
    public EngineSettings {
        if (workers < 0 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException("quarry.engine.workers is " + workers
                    + "; allowed are 0 (one for each processor) to " + MOST_WORKERS);
        }
        if (queueCapacity < 1 || queueCapacity > LONGEST_QUEUE) {
            throw new IllegalArgumentException(
                    "quarry.engine.queue-capacity is " + queueCapacity + "; allowed are 1 to " + LONGEST_QUEUE);
        }
        if (queueCost.isNegative() || queueCost.isZero()) {
            throw new IllegalArgumentException("quarry.engine.queue-cost is " + queueCost + "; it must be positive");
        }
        if (costLimit.isNegative() || costLimit.isZero()) {
            throw new IllegalArgumentException("quarry.engine.cost-limit is " + costLimit + "; it must be positive");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("quarry.engine.deadline is " + deadline + "; it must be positive");
        }
        if (drainDelay.isNegative() || drainDelay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("quarry.engine.drain-delay is " + drainDelay + "; allowed are 0s to 5m");
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("quarry.engine.drain is " + drain + "; it must not be negative");
        }
    }

    /** The number of threads, with 0 resolved: the JVM counts the processors that the container's limits leave. */
    public int workerThreads() {
        return workers == 0 ? Runtime.getRuntime().availableProcessors() : workers;
    }

    /** These, with every other setting at its default, and no delay. */
    public static EngineSettings of(int workers, int queueCapacity, Duration deadline, Duration drain) {
        return new EngineSettings(workers, queueCapacity, DEFAULT_COST, DEFAULT_COST, deadline, Duration.ZERO, drain);
    }
}
