package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.engine.SampleRequests;
import dev.quarry.engine.WarmUp;
import dev.quarry.engine.WarmUpListener;
import dev.quarry.engine.WarmUpSettings;
import dev.quarry.image.ImageLimits;
import dev.quarry.kernel.KernelVariant;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.WarmingKernels;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.pipeline.PipelineRunner;
import dev.quarry.pipeline.PipelineSettings;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class WarmUpHealthIndicatorTest {

    private static final WarmUpListener NOBODY = new WarmUpListener() {
        @Override
        public void ready(Duration took, List<KernelVariant> cold) {}

        @Override
        public void finished(Duration took, List<KernelVariant> cold) {}

        @Override
        public void failed(Throwable reason) {
            throw new AssertionError(reason);
        }
    };

    @Test
    void health_beforeAndAfterTheWarmUp_isOutOfServiceThenUp() {
        try (BlockStorage storage = BlockStorage.open(StorageSettings.portable(1 << 20));
                WarmUp warmUp = withoutWork(storage)) {
            WarmUpHealthIndicator indicator = new WarmUpHealthIndicator(warmUp);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            warmUp.start();
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    private static WarmUp withoutWork(BlockStorage storage) {
        PipelineSettings settings = PipelineSettings.defaults();
        CodecRegistry codecs = new CodecRegistry(List.of(), List.of());
        SampleRequests samples = new SampleRequests(
                codecs,
                Kernels.scalar(),
                storage,
                new PipelineParser(new OperationCatalog(), settings),
                new PipelinePlanner(codecs, storage, new ImageLimits(1_000_000, 5_000), settings),
                new PipelineRunner(codecs, Kernels.scalar(), settings)::run);
        return new WarmUp(
                new WarmUpSettings(false, Duration.ZERO),
                WarmingKernels.of(Kernels.scalar()),
                storage,
                samples,
                NOBODY);
    }
}
