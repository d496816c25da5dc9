package dev.quarry.web;

import dev.quarry.engine.WarmUp;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether the warm-up is so far that requests are welcome; part of readiness, never of liveness. */
@Component
final class WarmUpHealthIndicator implements HealthIndicator {

    private final WarmUp warmUp;

    WarmUpHealthIndicator(WarmUp warmUp) {
        this.warmUp = warmUp;
    }

    @Override
    public Health health() {
        return (warmUp.isReady() ? Health.up() : Health.outOfService()).build();
    }
}
