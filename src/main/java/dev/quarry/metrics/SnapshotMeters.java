package dev.quarry.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Registers meters that read a snapshot.
 *
 * @param registry where they go
 * @param snapshot what they read; whoever registers must keep it, for counters hold it weakly
 * @param <T> the picture
 */
record SnapshotMeters<T>(MeterRegistry registry, Snapshot<T> snapshot) {

    private static final double NANOS_PER_SECOND = 1e9;

    void gauge(ServiceMeters meter, ToDoubleFunction<T> value, String... tagValues) {
        Gauge.builder(meter.label(), snapshot, s -> value.applyAsDouble(s.get()))
                .description(meter.description())
                .baseUnit(meter.unit())
                .tags(meter.tags(tagValues))
                .strongReference(true)
                .register(registry);
    }

    /** A gauge in seconds of a value in nanoseconds. */
    void seconds(ServiceMeters meter, ToLongFunction<T> nanos, String... tagValues) {
        gauge(meter, picture -> nanos.applyAsLong(picture) / NANOS_PER_SECOND, tagValues);
    }

    void counter(ServiceMeters meter, ToLongFunction<T> count, String... tagValues) {
        FunctionCounter.builder(meter.label(), snapshot, s -> count.applyAsLong(s.get()))
                .description(meter.description())
                .tags(meter.tags(tagValues))
                .register(registry);
    }

    void timer(ServiceMeters meter, ToLongFunction<T> count, ToLongFunction<T> nanos, String... tagValues) {
        FunctionTimer.builder(
                        meter.label(),
                        snapshot,
                        s -> count.applyAsLong(s.get()),
                        s -> nanos.applyAsLong(s.get()),
                        TimeUnit.NANOSECONDS)
                .description(meter.description())
                .tags(meter.tags(tagValues))
                .register(registry);
    }
}
