package dev.quarry.web;

import dev.quarry.engine.EngineSettings;
import dev.quarry.engine.EngineStats;
import dev.quarry.engine.TransformEngine;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether the engine gets on with its work; part of readiness, never of liveness. */
@Component
final class EngineHealthIndicator implements HealthIndicator {

    private static final int LONGEST_FULL_DIVISOR = 3;

    private final TransformEngine engine;
    private final long deadlineNanos;

    EngineHealthIndicator(TransformEngine engine, EngineSettings settings) {
        this.engine = engine;
        this.deadlineNanos = settings.deadline().toNanos();
    }

    @Override
    public Health health() {
        EngineStats stats = engine.stats();
        Health.Builder health = isReady(stats) ? Health.up() : Health.outOfService();
        return health.withDetail("queueDepth", stats.queueDepth())
                .withDetail("queueCapacity", stats.queueCapacity())
                .withDetail("workersBusy", stats.workersBusy())
                .withDetail("workersLimit", stats.workersLimit())
                .withDetail("draining", stats.draining())
                .build();
    }

    /**
     * Not when the service is about to stop, when nothing has been done for a while though work waits, when work waits behind a job that should
     * long be over, or when the queue has been full for a while.
     */
    private boolean isReady(EngineStats stats) {
        boolean waits = stats.queueDepth() > 0;
        boolean idle = Math.min(stats.queueOldestNanos(), stats.idleNanos()) > deadlineNanos / 2;
        boolean stuck = stats.oldestJobNanos() > 2 * deadlineNanos;
        boolean full = stats.fullNanos() > deadlineNanos / LONGEST_FULL_DIVISOR;
        return !stats.leaving() && !(waits && (idle || stuck)) && !full;
    }
}
