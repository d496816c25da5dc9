package dev.quarry;

import dev.quarry.engine.EngineSettings;
import dev.quarry.engine.TransformEngine;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * The first steps of the service's end, before either of its servers stops: readiness off, a delay in which everything is
 * still answered, then no new work.
 */
@Component
final class DrainOnShutdown implements ApplicationListener<ContextClosedEvent>, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger(DrainOnShutdown.class);

    private final TransformEngine engine;
    private final Duration delay;
    private final ApplicationContext own;

    DrainOnShutdown(TransformEngine engine, EngineSettings settings, ApplicationContext own) {
        this.engine = engine;
        this.delay = settings.drainDelay();
        this.own = own;
    }

    /** Before the listener that closes the management server, which is still to be asked. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() != own) {
            return;
        }
        engine.announceEnd();
        try {
            LOG.info("Drain: not ready any more; new work is refused after {} ms", delay.toMillis());
            Thread.sleep(delay);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        engine.drain();
    }
}
