package dev.quarry;

import dev.quarry.engine.TransformEngine;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.stereotype.Component;

/** Tells the engine that the service stops, before the web server waits for its last requests. */
@Component
final class DrainOnShutdown implements ApplicationListener<ContextClosedEvent> {

    private final TransformEngine engine;
    private final ApplicationContext own;

    DrainOnShutdown(TransformEngine engine, ApplicationContext own) {
        this.engine = engine;
        this.own = own;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == own) {
            engine.drain();
        }
    }
}
