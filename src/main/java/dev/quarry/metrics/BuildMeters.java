package dev.quarry.metrics;

import static dev.quarry.metrics.ServiceMeters.CODEC;
import static dev.quarry.metrics.ServiceMeters.KERNEL;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import dev.quarry.kernel.Kernels;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.LinkedHashSet;
import java.util.Set;

/** The meters that tell what this process was put together from; their value is always 1. */
public final class BuildMeters implements MeterBinder {

    private final Kernels kernels;
    private final CodecRegistry codecs;

    /** Meters that tell of these kernels and codecs. */
    public BuildMeters(Kernels kernels, CodecRegistry codecs) {
        this.kernels = kernels;
        this.codecs = codecs;
    }

    private record FormatLibrary(ImageFormat format, CodecLibrary library) {}

    @Override
    public void bindTo(MeterRegistry registry) {
        one(registry, KERNEL, kernels.provider().label(), kernels.reason());
        Set<FormatLibrary> libraries = new LinkedHashSet<>();
        codecs.decoders().forEach(decoder -> libraries.add(new FormatLibrary(decoder.format(), decoder.library())));
        codecs.encoders().forEach(encoder -> libraries.add(new FormatLibrary(encoder.format(), encoder.library())));
        for (FormatLibrary used : libraries) {
            one(
                    registry,
                    CODEC,
                    used.format().label(),
                    used.library().name(),
                    used.library().version());
        }
    }

    private static void one(MeterRegistry registry, ServiceMeters meter, String... tagValues) {
        Gauge.builder(meter.label(), () -> 1)
                .description(meter.description())
                .tags(meter.tags(tagValues))
                .register(registry);
    }
}
