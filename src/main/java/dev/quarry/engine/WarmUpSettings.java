package dev.quarry.engine;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is done before the first request.
 *
 * @param enabled Whether small pictures are worked on until the code of the usual requests is compiled. Without it the
 *     first requests take seconds and a gigabyte of garbage.
 * @param limit Most time that readiness waits for it once the rest of the service has started, 0s to 5m. What is not done by then goes on beside the requests, which
 *     meanwhile take plain loops.
 */
@ConfigurationProperties("quarry.warm-up")
public record WarmUpSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("10s") Duration limit) {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Checks the range. */
    public WarmUpSettings {
        if (limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("quarry.warm-up.limit is " + limit + "; allowed are 0s to 5m");
        }
    }
}
