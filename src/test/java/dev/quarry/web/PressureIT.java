package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.engine.ClientConnection;
import dev.quarry.engine.Deadline;
import dev.quarry.engine.EngineStats;
import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.TransformJob;
import dev.quarry.engine.UploadShare;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.error.ServiceException;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A service with one worker, which a test can hold, a short queue, and little memory.
 *
 * <p>Tests share it, since each leaves it as it was, until one stops it or needs other settings.
 */
@Tag("kernels")
@Tag("codecs")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PressureIT {

    private static final long BUDGET = 32 << 20;
    private static final byte[] JPEG = TestImages.jpeg(300, 200);

    private CountDownLatch hold = new CountDownLatch(1);
    private RunningService service;
    private @Nullable RunningService shared;

    @BeforeEach
    void start() {
        hold = new CountDownLatch(1);
        if (shared == null) {
            shared = RunningService.start(
                    "quarry.engine.workers=1",
                    "quarry.engine.queue-capacity=2",
                    "quarry.fairness.client-share=1",
                    "quarry.fairness.reserve-workers=0",
                    "quarry.http.body-deadline=1s",
                    "quarry.storage.budget=32MB");
        }
        service = shared;
    }

    /** Gives this test a service of its own. */
    private void startWith(String... settings) {
        service = RunningService.start(settings);
    }

    /** Makes a service that this test stops its own. */
    private void shareNoLonger() {
        shared = null;
    }

    @AfterEach
    void nothingIsLeft() {
        hold.countDown();
        boolean again = false;
        try {
            if (service.isRunning()) {
                service.assertNothingHeld();
                again = service == shared;
            }
        } finally {
            if (!again) {
                discard();
            }
        }
    }

    /** Closes a service that no other test can share. */
    private void discard() {
        service.close();
        if (service == shared) {
            shared = null;
        }
    }

    @AfterAll
    void stop() {
        if (shared != null) {
            shared.close();
        }
    }

    /**
     * Gives the worker a job whose client cannot be asked before the test lets go. It is the client of the other requests, for
     * another one's would be guests, which run besides.
     */
    private void holdWorker() {
        PipelinePlan plan = service.bean(PipelinePlanner.class)
                .plan(
                        service.bean(PipelineParser.class).parse(null, null),
                        Objects.requireNonNull(
                                service.bean(CodecRegistry.class).readHeader(MemorySegment.ofArray(JPEG), true)),
                        OutputRequest.anything(),
                        JPEG.length);
        ClientConnection silent = () -> {
            try {
                hold.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return true;
        };
        TransformJob job = new TransformJob(
                "hold",
                plan,
                MemorySegment.ofArray(JPEG),
                Deadline.after(Duration.ofSeconds(60)),
                new ClientId("127.0.0.1"),
                silent);
        Thread.startVirtualThread(() -> assertThatThrownBy(
                        () -> service.bean(TransformEngine.class).transform(job))
                .isInstanceOf(ServiceException.class));
        awaitEngine(1, 0);
    }

    private EngineStats stats() {
        return service.bean(TransformEngine.class).stats();
    }

    private CompletableFuture<HttpResponse<byte[]>> submit(String query) {
        return CompletableFuture.supplyAsync(
                () -> service.post("/v1/transform?" + query, JPEG), Thread::startVirtualThread);
    }

    private void awaitEngine(int busy, int queued) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> stats().workersBusy() == busy && stats().queueDepth() == queued);
    }

    private static void assertProblem(HttpResponse<byte[]> response, int status, String type) {
        assertThat(response.statusCode()).as(() -> new String(response.body())).isEqualTo(status);
        assertThat(RunningService.json(response).path("type").asString()).isEqualTo("/problems/" + type);
    }

    @Test
    void request_withFullQueue_is503WithRetryAfter() {
        holdWorker();
        CompletableFuture<HttpResponse<byte[]>> first = submit("flip");
        CompletableFuture<HttpResponse<byte[]>> second = submit("flip");
        awaitEngine(1, 2);
        HttpResponse<byte[]> refused = service.post("/v1/transform?flip", JPEG);
        assertProblem(refused, 503, "queue-full");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
        hold.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
    }

    @Test
    void request_ofClientWithItsShareOfTheQueue_is429WithRetryAfter() {
        startWith("quarry.engine.workers=1", "quarry.engine.queue-capacity=4", "quarry.fairness.reserve-workers=0");
        holdWorker();
        CompletableFuture<HttpResponse<byte[]>> first = submit("flip");
        CompletableFuture<HttpResponse<byte[]>> second = submit("flip");
        awaitEngine(1, 2);
        for (int i = 0; i < 10; i++) {
            HttpResponse<byte[]> refused = service.send(HttpRequest.newBuilder(service.uri("/v1/transform?flip"))
                    .header("X-Api-Key", "invented " + i)
                    .POST(BodyPublishers.ofByteArray(JPEG)));
            assertProblem(refused, 429, "client-share-exceeded");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isPositive();
        }
        hold.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
    }

    @Test
    void request_thatItsHeaderRulesOut_isRefusedWhileEverythingIsFull() {
        holdWorker();
        CompletableFuture<HttpResponse<byte[]>> first = submit("flip");
        CompletableFuture<HttpResponse<byte[]>> second = submit("flip");
        awaitEngine(1, 2);
        try (StorageScope hog = hogAllBut(1 << 20)) {
            assertThat(hog.reservedBytes()).isPositive();
            byte[] text = new byte[4 << 20];
            Arrays.fill(text, (byte) 'x');
            long start = System.nanoTime();
            assertProblem(service.post("/v1/transform?flip", text), 415, "unsupported-format");
            assertProblem(
                    service.post("/v1/transform?resize=60000x60000,fit:fill,enlarge:true", JPEG),
                    422,
                    "image-too-large");
            assertThat(service.post("/v1/info", JPEG).statusCode()).isEqualTo(200);
            assertThat(service.post("/v1/plan?flip", JPEG).statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
        hold.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
    }

    /** Sends the beginning of a large upload, and waits with the rest. */
    private Socket begin(int declaredBytes) throws IOException {
        Socket socket = service.connect();
        String head = "POST /v1/transform?flip HTTP/1.1\r\nHost: x\r\nContent-Length: " + declaredBytes + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(JPEG);
        return socket;
    }

    private static void assertNoRoom(Socket client) throws IOException {
        client.setSoTimeout(10_000);
        RawAnswer answer = RawAnswer.read(client.getInputStream());
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("queue-full");
        assertThat(answer.head()).contains("Retry-After:");
    }

    @Test
    void upload_withFullQueue_is503BeforeTheRestOfItHasCome() throws IOException {
        holdWorker();
        CompletableFuture<HttpResponse<byte[]>> first = submit("flip");
        CompletableFuture<HttpResponse<byte[]>> second = submit("flip");
        awaitEngine(1, 2);
        try (Socket client = begin(8 << 20)) {
            assertNoRoom(client);
        }
        hold.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
    }

    @Test
    void uploads_thatWaitUnread_countAgainstTheQueue() throws Exception {
        startWith(
                "quarry.engine.workers=1",
                "quarry.engine.queue-capacity=2",
                "quarry.fairness.client-share=1",
                "quarry.storage.budget=32MB");
        UploadShare uploads = service.bean(TransformEngine.class).uploads();
        UploadShare.Hold held =
                uploads.acquire(ClientId.NOBODY, ClientConnection.unobserved(), BUDGET, System.nanoTime());
        try (Socket first = begin(2 << 20);
                Socket second = begin(2 << 20)) {
            await().until(() -> uploads.waiting() == 2);
            try (Socket third = begin(2 << 20)) {
                assertNoRoom(third);
            }
            assertThat(first.isConnected() && second.isConnected()).isTrue();
        }
        // They have left, and with them their places.
        await().atMost(Duration.ofSeconds(10)).until(() -> uploads.waiting() == 0);
        assertThat(service.post("/v1/transform?flip", JPEG).statusCode()).isEqualTo(200);
        held.close();
    }

    @Test
    void request_overTheCostLimit_is422WithBothNumbers() {
        startWith("quarry.engine.cost-limit=1ms");
        HttpResponse<byte[]> refused = service.post("/v1/transform?resize=3000x,enlarge:true", JPEG);
        assertProblem(refused, 422, "cost-limit-exceeded");
        assertThat(RunningService.json(refused).path("limit").asLong()).isEqualTo(1);
        assertThat(RunningService.json(refused).path("actual").asLong()).isGreaterThan(1);
    }

    @Test
    void client_thatHasOnlyClosedItsSendingSide_getsItsAnswer() throws Exception {
        holdWorker();
        String head = "POST /v1/transform?flip HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
                + JPEG.length + "\r\n\r\n";
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(JPEG);
            socket.shutdownOutput();
            awaitEngine(1, 1);
            Thread.sleep(1_000);
            awaitEngine(1, 1);
            hold.countDown();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer)
                    .startsWith("HTTP/1.1 100")
                    .contains("HTTP/1.1 200")
                    .contains("image/jpeg");
        }
    }

    @Test
    void request_whoseDeadlinePassesInTheQueue_is504() {
        holdWorker();
        assertProblem(service.post("/v1/transform?flip&timeout=0.3", JPEG), 504, "deadline-exceeded");
    }

    @Test
    void request_whoseClientLeavesTheQueue_leavesToo() throws IOException {
        long cancelled = service.outcomes("cancelled");
        holdWorker();
        String head = "POST /v1/transform?flip HTTP/1.1\r\nHost: x\r\nContent-Length: " + JPEG.length + "\r\n\r\n";
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(JPEG);
            awaitEngine(1, 1);
        }
        awaitEngine(1, 0);
        await().atMost(Duration.ofSeconds(5)).until(() -> service.outcomes("cancelled") == cancelled + 1);
    }

    @Test
    void job_withoutMemoryInTime_is503() {
        byte[] png = TestImages.png(1000, 1000);
        try (StorageScope hog = hogAllBut(png.length + (64 << 10))) {
            assertThat(hog.reservedBytes()).isPositive();
            assertProblem(service.post("/v1/transform?flip&timeout=0.5", png), 503, "memory-exhausted");
        }
    }

    @Test
    void upload_withoutMemoryInTime_is503() {
        try (StorageScope hog = hogAllBut(1 << 20)) {
            assertThat(hog.reservedBytes()).isPositive();
            byte[] large = new byte[8 << 20];
            System.arraycopy(JPEG, 0, large, 0, JPEG.length);
            HttpResponse<byte[]> refused = service.post("/v1/transform?flip", large);
            assertProblem(refused, 503, "memory-exhausted");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void chunkedUpload_withoutMemoryInTime_is503() {
        byte[] png = TestImages.png(1200, 1000);
        try (StorageScope hog = hogAllBut(1 << 20)) {
            assertThat(hog.reservedBytes()).isPositive();
            HttpResponse<byte[]> refused = service.send(HttpRequest.newBuilder(service.uri("/v1/transform?resize=10x"))
                    .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(png))));
            assertProblem(refused, 503, "memory-exhausted");
        }
    }

    private StorageScope hogAllBut(long bytes) {
        return service.bean(BlockStorage.class).openScope("hog", BUDGET - bytes);
    }

    @Test
    void upload_largerThanTheBudget_is422() {
        byte[] large = new byte[40 << 20];
        System.arraycopy(JPEG, 0, large, 0, JPEG.length);
        assertProblem(service.post("/v1/transform?flip", large), 422, "memory-budget-exceeded");
    }

    @Test
    void readiness_whileDraining_isOff() {
        assertThat(service.getManagement("/actuator/health/readiness").statusCode())
                .isEqualTo(200);
        shareNoLonger();
        service.bean(TransformEngine.class).drain();
        assertThat(service.getManagement("/actuator/health/readiness").statusCode())
                .isEqualTo(503);
        assertThat(service.getManagement("/actuator/health/liveness").statusCode())
                .isEqualTo(200);
        HttpResponse<byte[]> refused = service.post("/v1/transform?resize=10x", JPEG);
        assertProblem(refused, 503, "draining");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void readiness_duringTheDrainDelay_isOffWhileEverythingIsAnswered() throws Exception {
        startWith("quarry.engine.drain-delay=3s");
        CompletableFuture<Void> closed = CompletableFuture.runAsync(service::shutDown);
        await().until(() -> stats().leaving());
        assertThat(service.getManagement("/actuator/health/readiness").statusCode())
                .isEqualTo(503);
        assertThat(service.post("/v1/transform?flip", JPEG).statusCode()).isEqualTo(200);
        assertThat(stats().draining()).isFalse();
        closed.get();
    }

    @Test
    void transform_clientLeavesWhileItsUploadWaits_itsPlaceIsFree() throws Exception {
        long cancelled = service.outcomes("cancelled");
        UploadShare uploads = service.bean(TransformEngine.class).uploads();
        UploadShare.Hold held =
                uploads.acquire(ClientId.NOBODY, ClientConnection.unobserved(), BUDGET, System.nanoTime());
        byte[] large = Arrays.copyOf(JPEG, 2 << 20);
        Socket leaving = service.connect();
        leaving.getOutputStream()
                .write(("POST /v1/transform?flip HTTP/1.1\r\nHost: x\r\nContent-Length: " + large.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        // Less than the system keeps for an upload that nobody reads: all the client has left behind has come.
        leaving.getOutputStream().write(large, 0, 100_000);
        await().until(() -> uploads.waiting() == 1);
        leaving.close();
        await().atMost(Duration.ofSeconds(10)).until(() -> uploads.waiting() == 0);
        await().until(() -> service.outcomes("cancelled") == cancelled + 1);
        held.close();
        service.assertNothingHeld();
    }

    @Test
    void shutdown_withWaitingUploads_releasesThem() throws Exception {
        shareNoLonger();
        try (StorageScope hog = hogAllBut(1 << 20)) {
            assertThat(hog.reservedBytes()).isPositive();
            UploadShare uploads = service.bean(TransformEngine.class).uploads();
            UploadShare.Hold held =
                    uploads.acquire(ClientId.NOBODY, ClientConnection.unobserved(), BUDGET, System.nanoTime());
            byte[] large = new byte[2 << 20];
            System.arraycopy(JPEG, 0, large, 0, JPEG.length);
            CompletableFuture<HttpResponse<byte[]>> waiting = CompletableFuture.supplyAsync(
                    () -> service.post("/v1/transform?flip", large), Thread::startVirtualThread);
            await().until(() -> uploads.waiting() == 1);
            service.bean(TransformEngine.class).drain();
            assertProblem(waiting.get(), 503, "draining");
            held.close();
        }
    }

    @Test
    void shutdown_withWaitingJobs_finishesThem() throws Exception {
        shareNoLonger();
        holdWorker();
        CompletableFuture<HttpResponse<byte[]>> first = submit("flip");
        CompletableFuture<HttpResponse<byte[]>> second = submit("flop");
        awaitEngine(1, 2);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(service::shutDown);
        await().until(() -> stats().draining());
        hold.countDown();
        assertThat(first.get().statusCode()).isEqualTo(200);
        assertThat(second.get().statusCode()).isEqualTo(200);
        closed.get();
    }

    @Test
    void requests_inParallel_areAllAnsweredAndLeaveNothing() throws Exception {
        startWith("quarry.fairness.client-share=1");
        byte[] png = TestImages.png(200, 150);
        byte[] jpeg = TestImages.jpeg(400, 300);
        List<Future<Integer>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                byte[] image = i % 2 == 0 ? png : jpeg;
                String query = i % 3 == 0 ? "resize=100x&format=jpeg" : "rotate=90&resize=50x";
                answers.add(threads.submit(
                        () -> service.post("/v1/transform?" + query, image).statusCode()));
            }
        }
        for (Future<Integer> answer : answers) {
            assertThat(answer.get()).isEqualTo(200);
        }
    }
}
