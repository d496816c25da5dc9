package dev.quarry;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import dev.quarry.engine.EngineStats;
import dev.quarry.engine.TransformEngine;
import dev.quarry.kernel.Kernels;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.MemoryBudget;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** What the log says at the start: from what this process was put together, what is missing, and how to mend that. */
@Component
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);

    private final MemoryBudget memory;
    private final BlockStorage storage;
    private final Kernels kernels;
    private final CodecRegistry codecs;
    private final TransformEngine engine;

    StartReport(
            MemoryBudget memory, BlockStorage storage, Kernels kernels, CodecRegistry codecs, TransformEngine engine) {
        this.memory = memory;
        this.storage = storage;
        this.kernels = kernels;
        this.codecs = codecs;
        this.engine = engine;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        EngineStats stats = engine.stats();
        LOG.info("Memory: {}", memory.describe());
        LOG.info(
                "Storage: {} arenas, provider {} ({})",
                storage.settings().arenas(),
                storage.provider().name().toLowerCase(Locale.ROOT),
                storage.providerReason());
        LOG.info("Kernels: {} ({})", kernels.provider().label(), kernels.reason());
        LOG.info(
                "Engine: {} workers, queue of {}, {}",
                stats.workersLimit(),
                stats.queueCapacity(),
                engine.priorityNote());
        codecs.libraries().forEach(StartReport::tell);
        LOG.info("Formats: read {}, write {}", labels(codecs.readableFormats()), labels(codecs.writableFormats()));
    }

    private static void tell(CodecAvailability library) {
        if (library.isAvailable()) {
            LOG.info("Codec: {} {} for {}", library.library(), library.version(), labels(library.formats()));
        } else {
            LOG.warn(
                    "Codec: {} is not used for {}: {}",
                    library.library(),
                    labels(library.formats()),
                    library.problem());
        }
    }

    private static String labels(List<ImageFormat> formats) {
        return formats.stream().map(ImageFormat::label).collect(Collectors.joining(", "));
    }
}
