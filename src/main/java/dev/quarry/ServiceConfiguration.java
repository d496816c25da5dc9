package dev.quarry;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.engine.EngineSettings;
import dev.quarry.engine.RequestListener;
import dev.quarry.engine.SampleRequests;
import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.WarmUp;
import dev.quarry.engine.WarmUpSettings;
import dev.quarry.engine.fair.FairnessSettings;
import dev.quarry.image.ImageLimits;
import dev.quarry.kernel.KernelSettings;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.WarmingKernels;
import dev.quarry.metrics.BuildMeters;
import dev.quarry.metrics.EngineMeters;
import dev.quarry.metrics.RequestMeters;
import dev.quarry.metrics.StorageMeters;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.pipeline.PipelineRunner;
import dev.quarry.pipeline.PipelineSettings;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.MemoryBudget;
import dev.quarry.web.ClientSettings;
import dev.quarry.web.HttpSettings;
import dev.quarry.web.LimitSettings;
import dev.quarry.web.ManagementSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The wiring: every object of the core is built here, from top to bottom, once. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    ClientSettings.class,
    CodecSettings.class,
    EngineSettings.class,
    FairnessSettings.class,
    HttpSettings.class,
    KernelSettings.class,
    LimitSettings.class,
    ManagementSettings.class,
    PipelineSettings.class,
    StorageProperties.class,
    WarmUpSettings.class
})
class ServiceConfiguration {

    @Bean
    MemoryBudget memoryBudget(StorageProperties storage) {
        return storage.memoryBudget(largestHeapBytes());
    }

    /** The whole heap: {@code Runtime.maxMemory} may leave out a survivor space, which is memory all the same. */
    private static long largestHeapBytes() {
        return Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxHeapSize")
                .getValue());
    }

    @Bean
    BlockStorage storage(StorageProperties storage, MemoryBudget memory, EngineSettings engine) {
        BlockStorage opened = BlockStorage.open(storage.settings(memory, engine.workerThreads()));
        opened.forbidAllocation(new ServerThreads());
        return opened;
    }

    @Bean
    WarmingKernels warmingKernels(KernelSettings settings) {
        return WarmingKernels.of(Kernels.best(settings.provider()));
    }

    @Bean
    Kernels kernels(WarmingKernels warming, WarmUpSettings warmUp) {
        return warmUp.enabled() ? warming.kernels() : warming.fast();
    }

    @Bean
    CodecRegistry codecs(CodecSettings settings) {
        return CodecRegistry.load(settings);
    }

    @Bean
    ImageLimits imageLimits(LimitSettings settings) {
        return settings.imageLimits();
    }

    @Bean
    OperationCatalog operations() {
        return new OperationCatalog();
    }

    @Bean
    PipelineParser pipelineParser(OperationCatalog operations, PipelineSettings settings) {
        return new PipelineParser(operations, settings);
    }

    @Bean
    PipelinePlanner pipelinePlanner(
            CodecRegistry codecs, BlockStorage storage, ImageLimits limits, PipelineSettings settings) {
        return new PipelinePlanner(codecs, storage, limits, settings);
    }

    @Bean
    PipelineRunner pipelineRunner(CodecRegistry codecs, Kernels kernels, PipelineSettings settings) {
        return new PipelineRunner(codecs, kernels, settings);
    }

    @Bean
    RequestListener requestListener(MeterRegistry registry) {
        return new RequestMeters(registry);
    }

    @Bean
    TransformEngine transformEngine(
            EngineSettings settings,
            FairnessSettings fairness,
            BlockStorage storage,
            PipelineRunner runner,
            RequestListener listener) {
        return new TransformEngine(settings, fairness, storage, runner::run, listener, new WatchdogReport());
    }

    @Bean
    SampleRequests sampleRequests(
            CodecRegistry codecs,
            Kernels kernels,
            BlockStorage storage,
            PipelineParser parser,
            PipelinePlanner planner,
            PipelineRunner runner) {
        return new SampleRequests(codecs, kernels, storage, parser, planner, runner::run);
    }

    @Bean(initMethod = "start")
    WarmUp warmUp(WarmUpSettings settings, WarmingKernels kernels, BlockStorage storage, SampleRequests samples) {
        return new WarmUp(settings, kernels, storage, samples, new WarmUpReport());
    }

    @Bean
    StorageMeters storageMeters(BlockStorage storage) {
        return new StorageMeters(storage);
    }

    @Bean
    EngineMeters engineMeters(TransformEngine engine, EngineSettings settings) {
        return new EngineMeters(engine, settings);
    }

    @Bean
    BuildMeters buildMeters(Kernels kernels, CodecRegistry codecs) {
        return new BuildMeters(kernels, codecs);
    }
}
