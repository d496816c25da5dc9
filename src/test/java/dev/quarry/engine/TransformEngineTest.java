package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;
import static org.awaitility.Awaitility.await;

import dev.quarry.codec.ImageFormat;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.FairnessSettings;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageSettings;
import dev.quarry.storage.StorageStats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class TransformEngineTest {

    private static final long BUDGET = 8 << 20;
    private static final long MEGABYTE = 1 << 20;
    private static final FairnessSettings FAIRNESS =
            new FairnessSettings(Duration.ofMillis(10), 1, 19, Duration.ofSeconds(10), 1, 10);
    private static final MemorySegment SOURCE = MemorySegment.ofArray(new byte[100]);
    private static final PlanRunner THREE_BYTES = (plan, source, scope, output, scratch, checkpoint, stages) -> {
        stages.decoded(1);
        stages.stepped("flip", 2);
        stages.encoded(3);
        output.append(MemorySegment.ofArray(new byte[] {1, 2, 3}));
    };

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(BUDGET));
    private final CountDownLatch gate = new CountDownLatch(1);
    private TransformEngine engine = engine(1, 4, THREE_BYTES);

    private TransformEngine engine(int workers, int queue, PlanRunner runner) {
        return engine(workers, queue, runner, RequestListener.none());
    }

    private TransformEngine engine(int workers, int queue, PlanRunner runner, RequestListener listener) {
        if (engine != null) {
            engine.close();
        }
        engine = new TransformEngine(
                EngineSettings.of(workers, queue, Duration.ofSeconds(20), Duration.ofSeconds(5)),
                FAIRNESS,
                storage,
                runner,
                listener,
                (job, running, stack) -> {});
        return engine;
    }

    @AfterEach
    void everythingIsReturned() {
        gate.countDown();
        engine.close();
        StorageStats stats = storage.stats();
        assertThat(stats.usedBytes()).isZero();
        assertThat(stats.reservedBytes()).isZero();
        assertThat(stats.liveScopes()).isZero();
        assertThat(stats.leaks()).isZero();
        storage.close();
    }

    /** A runner that waits at its checkpoint until the gate opens. */
    private PlanRunner gated(PlanRunner then) {
        return (plan, source, scope, output, scratch, checkpoint, stages) -> {
            while (gate.getCount() > 0) {
                checkpoint.check();
                Thread.onSpinWait();
            }
            then.run(plan, source, scope, output, scratch, checkpoint, stages);
        };
    }

    private static TransformJob job(long pixelBytes) {
        return job(pixelBytes, Duration.ofSeconds(20), ClientConnection.unobserved());
    }

    private static TransformJob job(long pixelBytes, Duration deadline, ClientConnection client) {
        return new TransformJob(
                "test", PlanFixture.plan(pixelBytes, 4096), SOURCE, Deadline.after(deadline), ClientId.NOBODY, client);
    }

    private CompletableFuture<Void> submit(TransformJob job) {
        return CompletableFuture.runAsync(() -> engine.transform(job).close(), Thread::startVirtualThread);
    }

    private static void assertRefused(CompletableFuture<Void> answer, ErrorKind kind) {
        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private void awaitRunning(int busy, int queued) {
        await().atMost(10, TimeUnit.SECONDS)
                .until(() ->
                        engine.stats().workersBusy() == busy && engine.stats().queueDepth() == queued);
    }

    @Test
    void transform_ofPlan_givesBytesAndStages() {
        try (TransformResult result = engine.transform(job(MEGABYTE))) {
            assertThat(result.bytes().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
            assertThat(result.format()).isEqualTo(ImageFormat.JPEG);
            assertThat(result.stages().stream().map(StageTime::stage))
                    .containsExactly("queue", "decode", "flip", "encode");
            assertThat(result.usedBytes()).isPositive();
        }
    }

    @Test
    void transform_whenItReturns_hasReturnedThePixelsButNotTheResult() {
        try (TransformResult result = engine.transform(job(MEGABYTE))) {
            assertThat(result.bytes().byteSize()).isEqualTo(3);
            assertThat(storage.stats().liveScopes()).isEqualTo(1);
            assertThat(storage.stats().reservedBytes()).isLessThan(MEGABYTE);
        }
        assertThat(storage.stats().liveScopes()).isZero();
    }

    @Test
    void transform_ofPlanOverTheBudget_isRefusedWithBothNumbers() {
        assertThatThrownBy(() -> engine.transform(job(BUDGET))).isInstanceOfSatisfying(ServiceException.class, e -> {
            assertThat(e.kind()).isEqualTo(ErrorKind.MEMORY_BUDGET_EXCEEDED);
            assertThat(e.facts()).containsEntry("limit", BUDGET * 5 / 8).containsKey("actual");
        });
    }

    @Test
    void transform_withFullQueue_isRefusedWithRetryAfter() {
        engine(1, 2, gated(THREE_BYTES));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        CompletableFuture<Void> first = submit(job(MEGABYTE));
        CompletableFuture<Void> second = submit(job(MEGABYTE));
        awaitRunning(1, 2);
        assertThatThrownBy(() -> engine.transform(job(MEGABYTE))).isInstanceOfSatisfying(ServiceException.class, e -> {
            assertThat(e.kind()).isEqualTo(ErrorKind.QUEUE_FULL);
            assertThat(e.facts()).extractingByKey("retryAfter", LONG).isBetween(1L, 60L);
        });
        gate.countDown();
        CompletableFuture.allOf(running, first, second).join();
    }

    @Test
    void transform_ofWaitingJobs_runsInOrder() {
        List<Long> order = Collections.synchronizedList(new ArrayList<>());
        engine(
                1,
                10,
                gated((plan, source, scope, output, scratch, checkpoint, stages) -> order.add(plan.pixelBytes())));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            all.add(submit(job(i * MEGABYTE / 2)));
            awaitRunning(1, i - 1);
        }
        gate.countDown();
        all.forEach(CompletableFuture::join);
        assertThat(order).isSorted().hasSize(5);
    }

    @Test
    void transform_whenDeadlinePassesInTheQueue_leavesIt() {
        engine(1, 4, gated(THREE_BYTES));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        assertRefused(
                submit(job(MEGABYTE, Duration.ofMillis(150), ClientConnection.unobserved())),
                ErrorKind.DEADLINE_EXCEEDED);
        assertThat(engine.stats().queueDepth()).isZero();
        gate.countDown();
        running.join();
    }

    @Test
    void transform_whenDeadlinePassesAtWork_stopsAtTheNextCheckpoint() {
        engine(1, 4, gated(THREE_BYTES));
        assertRefused(
                submit(job(MEGABYTE, Duration.ofMillis(150), ClientConnection.unobserved())),
                ErrorKind.DEADLINE_EXCEEDED);
    }

    @Test
    void transform_whenClientLeavesTheQueue_leavesToo() {
        engine(1, 4, gated(THREE_BYTES));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        AtomicBoolean gone = new AtomicBoolean();
        CompletableFuture<Void> waiting = submit(job(MEGABYTE, Duration.ofSeconds(20), gone::get));
        awaitRunning(1, 1);
        gone.set(true);
        assertRefused(waiting, ErrorKind.CANCELLED);
        assertThat(engine.stats().queueDepth()).isZero();
        gate.countDown();
        running.join();
    }

    @Test
    void transform_whenClientLeavesAtWork_stopsAtTheNextCheckpoint() {
        engine(1, 4, gated(THREE_BYTES));
        AtomicBoolean gone = new AtomicBoolean();
        CompletableFuture<Void> running = submit(job(MEGABYTE, Duration.ofSeconds(20), gone::get));
        awaitRunning(1, 0);
        gone.set(true);
        assertRefused(running, ErrorKind.CANCELLED);
    }

    @Test
    void transform_whenClientHasGoneBeforeTheStart_doesNotRun() {
        AtomicInteger runs = new AtomicInteger();
        engine(1, 4, (plan, source, scope, output, scratch, checkpoint, stages) -> runs.incrementAndGet());
        assertRefused(submit(job(MEGABYTE, Duration.ofSeconds(20), () -> true)), ErrorKind.CANCELLED);
        assertThat(runs).hasValue(0);
    }

    static List<Throwable> failures() {
        return List.of(
                new OutOfMemoryError("thrown by a test"),
                new StackOverflowError(),
                new LinkageError("thrown by a test"),
                new IllegalStateException("thrown by a test"),
                EngineException.overBudget(2, 1));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void transform_whenTheJobThrows_costsThatRequestOnly(Throwable failure) {
        engine(1, 4, (plan, source, scope, output, scratch, checkpoint, stages) -> {
            if (plan.pixelBytes() == 2 * MEGABYTE) {
                output.append(MemorySegment.ofArray(new byte[10]));
                throw TransformEngineTest.<RuntimeException>unchecked(failure);
            }
            THREE_BYTES.run(plan, source, scope, output, scratch, checkpoint, stages);
        });
        ErrorKind expected = failure instanceof OutOfMemoryError || failure instanceof StackOverflowError
                ? ErrorKind.MEMORY_EXHAUSTED
                : failure instanceof ServiceException refusal ? refusal.kind() : ErrorKind.INTERNAL;
        assertRefused(submit(job(2 * MEGABYTE)), expected);
        engine.transform(job(MEGABYTE)).close();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void transform_withoutMemory_waitsForItAndThenRuns() {
        try (var hog = storage.openScope("hog", BUDGET - MEGABYTE)) {
            CompletableFuture<Void> waiting = submit(job(2 * MEGABYTE));
            awaitRunning(1, 0);
            assertThat(waiting).isNotDone();
            hog.close();
            waiting.join();
        }
    }

    @Test
    void transform_withoutMemoryUntilTheDeadline_isRefused() {
        try (var hog = storage.openScope("hog", BUDGET - MEGABYTE)) {
            assertThat(hog.reservedBytes()).isPositive();
            assertRefused(
                    submit(job(2 * MEGABYTE, Duration.ofMillis(200), ClientConnection.unobserved())),
                    ErrorKind.MEMORY_EXHAUSTED);
        }
    }

    @Test
    void drain_withWaitingJobs_finishesThemAndRefusesNewOnes() {
        engine(1, 4, gated(THREE_BYTES));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        CompletableFuture<Void> waiting = submit(job(MEGABYTE));
        awaitRunning(1, 1);
        engine.drain();
        assertRefused(submit(job(MEGABYTE)), ErrorKind.DRAINING);
        gate.countDown();
        engine.close();
        CompletableFuture.allOf(running, waiting).join();
    }

    @Test
    void close_withJobThatDoesNotFinish_stopsItAfterTheDrainTime() {
        engine.close();
        engine = new TransformEngine(
                EngineSettings.of(1, 4, Duration.ofSeconds(20), Duration.ofMillis(100)),
                FAIRNESS,
                storage,
                gated(THREE_BYTES),
                RequestListener.none(),
                (job, running, stack) -> {});
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        engine.close();
        assertRefused(running, ErrorKind.DRAINING);
    }

    @Test
    void stats_whileJobsRunAndWait_tellTheirAge() throws InterruptedException {
        engine(1, 4, gated(THREE_BYTES));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        awaitRunning(1, 0);
        CompletableFuture<Void> waiting = submit(job(MEGABYTE));
        awaitRunning(1, 1);
        Thread.sleep(20);
        EngineStats stats = engine.stats();
        assertThat(stats.oldestJobNanos()).isGreaterThan(stats.queueOldestNanos());
        assertThat(stats.queueOldestNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(stats.workersLimit()).isEqualTo(1);
        gate.countDown();
        CompletableFuture.allOf(running, waiting).join();
        await().until(() -> engine.stats().completedJobs() == 2);
        assertThat(engine.stats().queueOldestNanos()).isZero();
    }

    @Test
    void transform_always_tellsTheListener() {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        engine(1, 4, THREE_BYTES, new RequestListener() {
            @Override
            public void admitted(ImageFormat format, long pixels, long bytes) {
                told.add("admitted " + format + " " + pixels + " " + bytes);
            }

            @Override
            public void started(JobSize size, long waitNanos) {
                told.add("started " + size);
            }

            @Override
            public void decoded(ImageFormat format, long nanos) {
                told.add("decoded " + format + " " + nanos);
            }

            @Override
            public void stepped(String label, long nanos) {
                told.add("stepped " + label + " " + nanos);
            }

            @Override
            public void encoded(ImageFormat format, long nanos) {
                told.add("encoded " + format + " " + nanos);
            }

            @Override
            public void completed(ImageFormat format, long resultBytes, long plannedBytes, long usedBytes) {
                told.add("completed " + format + " " + resultBytes + " " + plannedBytes);
            }
        });
        engine.transform(job(MEGABYTE)).close();
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "admitted PNG 100 100",
                        "started LARGE",
                        "decoded PNG 1",
                        "stepped flip 2",
                        "encoded JPEG 3",
                        "completed JPEG 3 " + (MEGABYTE + 4096));
    }

    @Test
    void watchdog_ofJobThatDoesNotEnd_isToldOnceWithItsStack() {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        engine.close();
        engine = new TransformEngine(
                EngineSettings.of(1, 4, Duration.ofMillis(100), Duration.ofSeconds(5)),
                FAIRNESS,
                storage,
                (plan, source, scope, output, scratch, checkpoint, stages) -> {
                    while (gate.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                },
                RequestListener.none(),
                (job, running, stack) -> told.add(job + " "
                        + stack.stream().anyMatch(f -> f.getMethodName().contains("watchdog_ofJob"))));
        CompletableFuture<Void> running = submit(job(MEGABYTE));
        await().atMost(10, TimeUnit.SECONDS).until(() -> !told.isEmpty());
        await().during(Duration.ofMillis(300)).until(() -> told.size() == 1);
        assertThat(told).containsExactly("test true");
        gate.countDown();
        running.join();
    }

    @Test
    void awaitRefusal_ofAClientThatAsksAgainAndAgain_waitsUntilTheEndIsAnnounced() throws Exception {
        ClientId client = new ClientId("impatient");
        long start = System.nanoTime();
        for (int i = 0; i <= 10; i++) {
            engine.awaitRefusal(client);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            waiting.add(Thread.startVirtualThread(() -> engine.awaitRefusal(client)));
        }
        await().until(() -> engine.stats().refusalsWaiting() > 10);
        engine.announceEnd();
        for (Thread thread : waiting) {
            assertThat(thread.join(Duration.ofMillis(500))).isTrue();
        }
        assertThat(engine.stats().refusalsWaiting()).isZero();
    }

    @Test
    void announceEnd_withWork_goesOnAsBefore() {
        engine.announceEnd();
        assertThat(engine.stats().leaving()).isTrue();
        assertThat(engine.stats().draining()).isFalse();
        engine.transform(job(MEGABYTE)).close();
    }
}
