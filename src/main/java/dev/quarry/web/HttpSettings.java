package dev.quarry.web;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How patient the service is with its clients, and how much it tells them.
 *
 * @param bodyDeadline Most time for a whole request body; then 408.
 * @param minimumBodyRate Bytes per second below which an upload is given up, counted after the grace time; then 408. 0B
 *     turns the check off.
 * @param bodyRateGrace Time that an upload may take before its rate is looked at; also half of the time that it may stand
 *     still.
 * @param writeTimeout Most time that a client may take no byte of an answer; then the connection is cut.
 * @param informativeHeaders Whether answers carry {@code Server-Timing}, {@code X-Memory-Peak}, {@code X-Image-Width} and
 *     {@code X-Image-Height}.
 */
@ConfigurationProperties("quarry.http")
public record HttpSettings(
        @DefaultValue("60s") Duration bodyDeadline,
        @DefaultValue("16KB") DataSize minimumBodyRate,
        @DefaultValue("5s") Duration bodyRateGrace,
        @DefaultValue("30s") Duration writeTimeout,
        @DefaultValue("true") boolean informativeHeaders) {

    private static final Duration LONGEST = Duration.ofHours(1);

    /** Checks the ranges. */
    public HttpSettings {
        checkRange("body-deadline", bodyDeadline);
        checkRange("body-rate-grace", bodyRateGrace);
        checkRange("write-timeout", writeTimeout);
        if (minimumBodyRate.isNegative()) {
            throw new IllegalArgumentException(
                    "quarry.http.minimum-body-rate is " + minimumBodyRate + "; it must not be negative");
        }
    }

    private static void checkRange(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "quarry.http.%s is %s; allowed is more than 0 up to %s".formatted(name, value, LONGEST));
        }
    }
}
