package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The warm-up with plain loops, so that only the sample requests take time. */
@Timeout(60)
class WarmUpTest {

    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));
    private static final Duration LONG = Duration.ofMinutes(2);

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(32 << 20));
    private final Kernels kernels = Kernels.scalar();
    private final PipelineRunner runner = new PipelineRunner(CODECS, kernels, PipelineSettings.defaults());
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Events events = new Events();

    @AfterEach
    void everythingIsReturned() {
        gate.countDown();
        assertThat(storage.stats().usedBytes()).isZero();
        assertThat(storage.stats().reservedBytes()).isZero();
        assertThat(storage.stats().leaks()).isZero();
        storage.close();
    }

    private WarmUp warmUp(boolean enabled, Duration limit, PlanRunner work) {
        PipelineSettings settings = PipelineSettings.defaults();
        SampleRequests samples = new SampleRequests(
                CODECS,
                kernels,
                storage,
                new PipelineParser(new OperationCatalog(), settings),
                new PipelinePlanner(CODECS, storage, new ImageLimits(1_000_000, 5_000), settings),
                work);
        return new WarmUp(new WarmUpSettings(enabled, limit), WarmingKernels.of(kernels), storage, samples, events);
    }

    /** What the listener was told, in order. */
    private static final class Events implements WarmUpListener {

        private final List<String> names = new CopyOnWriteArrayList<>();
        private final List<Throwable> reasons = new CopyOnWriteArrayList<>();

        @Override
        public void ready(Duration took, List<KernelVariant> cold) {
            names.add("ready");
        }

        @Override
        public void finished(Duration took, List<KernelVariant> cold) {
            names.add("finished");
        }

        @Override
        public void failed(Throwable reason) {
            reasons.add(reason);
        }
    }

    @Test
    void start_always_runsARequestOfEachWritableFormatBeforeReady() {
        Set<ImageFormat> formats = ConcurrentHashMap.newKeySet();
        PlanRunner recording = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            runner.run(plan, source, scope, output, scratch, checkpoint, stages);
            assertThat(output.length()).isPositive();
            formats.add(plan.encoder().format());
        };
        try (WarmUp warmUp = warmUp(true, LONG, recording)) {
            warmUp.start();
            await().until(() -> events.names.contains("finished"));
            assertThat(warmUp.isReady()).isTrue();
        }
        assertThat(events.names).containsExactly("ready", "finished");
        assertThat(events.reasons).isEmpty();
        EnumSet<ImageFormat> expected = EnumSet.of(ImageFormat.JPEG, ImageFormat.PNG, ImageFormat.WEBP);
        expected.retainAll(CODECS.writableFormats());
        assertThat(formats).isEqualTo(expected);
    }

    @Test
    void isReady_whileTheUsualWorkRuns_isFalse() {
        CountDownLatch running = new CountDownLatch(1);
        PlanRunner waiting = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            running.countDown();
            waitAtGate();
        };
        try (WarmUp warmUp = warmUp(true, LONG, waiting)) {
            assertThat(warmUp.isReady()).isFalse();
            warmUp.start();
            await().until(() -> running.getCount() == 0);
            assertThat(warmUp.isReady()).isFalse();
            gate.countDown();
            await().until(warmUp::isReady);
        }
    }

    private void waitAtGate() {
        try {
            gate.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(closed);
        }
    }

    @Test
    void start_withAFailingRequest_tellsWhyAndIsReady() {
        IllegalStateException defect = new IllegalStateException("broken library");
        PlanRunner broken = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            throw defect;
        };
        try (WarmUp warmUp = warmUp(true, LONG, broken)) {
            warmUp.start();
            await().until(() -> events.names.contains("finished"));
            assertThat(warmUp.isReady()).isTrue();
        }
        assertThat(events.reasons)
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason).isSameAs(defect));
    }

    @Test
    void start_withoutTime_isReadyWithoutARequest() {
        PlanRunner never = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            throw new AssertionError("no time for this");
        };
        try (WarmUp warmUp = warmUp(true, Duration.ZERO, never)) {
            warmUp.serviceStarted();
            warmUp.start();
            await().until(() -> events.names.contains("finished"));
            assertThat(warmUp.isReady()).isTrue();
        }
        assertThat(events.reasons).isEmpty();
    }

    @Test
    void limit_beforeTheRestHasStarted_doesNotCount() {
        CountDownLatch running = new CountDownLatch(1);
        PlanRunner waiting = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            running.countDown();
            waitAtGate();
        };
        try (WarmUp warmUp = warmUp(true, Duration.ZERO, waiting)) {
            warmUp.start();
            await().until(() -> running.getCount() == 0);
            assertThat(events.names).isEmpty();
            warmUp.serviceStarted();
            gate.countDown();
            await().until(warmUp::isReady);
        }
    }

    @Test
    void start_switchedOff_isReadyAtOnceAndDoesNothing() {
        try (WarmUp warmUp = warmUp(false, LONG, runner::run)) {
            warmUp.start();
            assertThat(warmUp.isReady()).isTrue();
        }
        assertThat(events.names).isEmpty();
    }

    @Test
    void close_whileARequestRuns_waitsUntilItsMemoryIsBack() {
        CountDownLatch running = new CountDownLatch(1);
        PlanRunner waiting = (plan, source, scope, output, scratch, checkpoint, stages) -> {
            running.countDown();
            waitAtGate();
        };
        WarmUp warmUp = warmUp(true, LONG, waiting);
        warmUp.start();
        await().until(() -> running.getCount() == 0);
        assertThat(storage.stats().reservedBytes()).isPositive();
        warmUp.close();
        assertThat(storage.stats().reservedBytes()).isZero();
        assertThat(events.names).isEmpty();
    }

    @Test
    void settings_outsideOfTheirRange_nameTheSetting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WarmUpSettings(true, Duration.ofMinutes(6)))
                .withMessageContaining("quarry.warm-up.limit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WarmUpSettings(true, Duration.ofSeconds(-1)))
                .withMessageContaining("quarry.warm-up.limit");
    }
}
