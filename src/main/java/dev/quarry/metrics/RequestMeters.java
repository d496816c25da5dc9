package dev.quarry.metrics;

import static dev.quarry.metrics.ServiceMeters.*;

import dev.quarry.codec.ImageFormat;
import dev.quarry.engine.RejectReason;
import dev.quarry.engine.RequestListener;
import dev.quarry.engine.RequestOutcome;
import dev.quarry.engine.fair.JobSize;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The meters of what happens to requests. Tag values come from enums and from the planner's fixed labels. */
public final class RequestMeters implements RequestListener {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final String UNKNOWN = "unknown";

    private final MeterRegistry registry;
    private final Map<Key, Meter> meters = new ConcurrentHashMap<>();
    private final Map<RejectReason, Counter> rejections = new EnumMap<>(RejectReason.class);

    /** Meters in this registry. */
    public RequestMeters(MeterRegistry registry) {
        this.registry = registry;
        for (RejectReason reason : RejectReason.values()) {
            rejections.put(
                    reason,
                    Counter.builder(REJECTED.label())
                            .description(REJECTED.description())
                            .tags(REJECTED.tags(reason.label()))
                            .register(registry));
        }
        for (JobSize size : JobSize.values()) {
            timer(QUEUE_WAIT, size.label());
        }
        summary(PLAN_MEMORY_RATIO);
        summary(PLAN_CPU_RATIO);
    }

    private record Key(ServiceMeters meter, List<String> tagValues) {}

    @Override
    public void finished(RequestOutcome outcome, @Nullable ImageFormat format, long nanos) {
        timer(REQUEST, outcome.label(), format == null ? UNKNOWN : format.label())
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void rejected(RejectReason reason) {
        Counter counter = rejections.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void admitted(ImageFormat format, long pixels, long bytes) {
        summary(SOURCE_PIXELS, format.label()).record(pixels);
        summary(SOURCE_SIZE, format.label()).record(bytes);
    }

    @Override
    public void started(JobSize size, long waitNanos) {
        timer(QUEUE_WAIT, size.label()).record(waitNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void decoded(ImageFormat format, long nanos) {
        timer(DECODE, format.label()).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void stepped(String label, long nanos) {
        timer(STEP, label).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void encoded(ImageFormat format, long nanos) {
        timer(ENCODE, format.label()).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void completed(ImageFormat format, long resultBytes, long plannedBytes, long usedBytes) {
        summary(RESULT_SIZE, format.label()).record(resultBytes);
        summary(PLAN_MEMORY_RATIO).record((double) usedBytes / Math.max(1, plannedBytes));
    }

    @Override
    public void costed(long predictedNanos, long usedNanos) {
        summary(PLAN_CPU_RATIO).record((double) usedNanos / Math.max(1, predictedNanos));
    }

    private Timer timer(ServiceMeters meter, String... tagValues) {
        return (Timer)
                meters.computeIfAbsent(new Key(meter, Arrays.asList(tagValues)), key -> newTimer(meter, tagValues));
    }

    private Timer newTimer(ServiceMeters meter, String... tagValues) {
        return Timer.builder(meter.label())
                .description(meter.description())
                .tags(meter.tags(tagValues))
                .publishPercentileHistogram(meter.kind() == MeterKind.HISTOGRAM)
                .minimumExpectedValue(SHORTEST)
                .maximumExpectedValue(LONGEST)
                .register(registry);
    }

    private DistributionSummary summary(ServiceMeters meter, String... tagValues) {
        return (DistributionSummary)
                meters.computeIfAbsent(new Key(meter, Arrays.asList(tagValues)), key -> newSummary(meter, tagValues));
    }

    private DistributionSummary newSummary(ServiceMeters meter, String... tagValues) {
        return DistributionSummary.builder(meter.label())
                .description(meter.description())
                .baseUnit(meter.unit())
                .tags(meter.tags(tagValues))
                .register(registry);
    }
}
