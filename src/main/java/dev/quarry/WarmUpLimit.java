package dev.quarry;

import dev.quarry.engine.WarmUp;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** Tells the warm-up when everything else has started. */
@Component
final class WarmUpLimit implements ApplicationListener<ApplicationReadyEvent> {

    private final WarmUp warmUp;

    WarmUpLimit(WarmUp warmUp) {
        this.warmUp = warmUp;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        warmUp.serviceStarted();
    }
}
