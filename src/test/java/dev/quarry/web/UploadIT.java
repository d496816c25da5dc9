package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Bodies as real clients send them: too large, too slow, cut off, or refused while they are still on their way. */
@Tag("kernels")
@Tag("codecs")
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UploadIT {

    private static final int LIMIT = 64 << 20;
    private static final int TOO_LARGE = 65 << 20;
    private static final byte[] JPEG = TestImages.jpeg(100, 80);

    private RunningService service;

    @BeforeAll
    void start() {
        service = RunningService.start(
                "quarry.http.body-rate-grace=500ms", "quarry.http.body-deadline=20s", "quarry.storage.budget=192MB");
    }

    @AfterEach
    void nothingHeld() {
        service.assertNothingHeld();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String head(String path, long length, String... more) {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        head.append(length < 0 ? "Transfer-Encoding: chunked\r\n" : "Content-Length: " + length + "\r\n");
        for (String line : more) {
            head.append(line).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void assertTooLarge(int status, String body) {
        assertThat(status).isEqualTo(413);
        assertThat(body).contains("/problems/body-too-large", "\"limit\":" + LIMIT);
    }

    @Test
    void tooLargeBody_sentByHttpClient_isAnswered() {
        HttpResponse<byte[]> response = service.post("/v1/transform", new byte[TOO_LARGE]);
        assertTooLarge(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    }

    @Test
    void tooLargeBody_withoutLengthByHttpClient_isAnswered() {
        byte[] body = new byte[TOO_LARGE];
        System.arraycopy(JPEG, 0, body, 0, JPEG.length);
        HttpResponse<byte[]> response = service.send(HttpRequest.newBuilder(service.uri("/v1/transform"))
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertTooLarge(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tooLargeBody_sentWholeBeforeReading_isAnswered(boolean streaming) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(service.uri("/v1/transform").toString()).toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        if (streaming) {
            connection.setFixedLengthStreamingMode(TOO_LARGE);
        }
        try (OutputStream out = connection.getOutputStream()) {
            out.write(new byte[TOO_LARGE]);
        }
        int status = connection.getResponseCode();
        try (InputStream error = connection.getErrorStream()) {
            assertTooLarge(status, new String(error.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void tooLargeBody_toAWrongAddress_isAnsweredToo() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/nowhere", TOO_LARGE)));
            socket.getOutputStream().write(new byte[TOO_LARGE]);
            assertThat(RawAnswer.read(socket.getInputStream()).status()).isEqualTo(404);
        }
    }

    @Test
    void expectation_ofTooLargeBody_isRefusedWithoutAHundred() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform", TOO_LARGE, "Expect: 100-continue")));
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertTooLarge(answer.status(), answer.body());
        }
    }

    @Test
    void expectation_ofWrongQuery_isRefusedWithoutAHundred() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform?explode", 1000, "Expect: 100-continue")));
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("unknown-operation");
        }
    }

    @Test
    void expectation_ofGoodRequest_isContinued() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/info", JPEG.length, "Expect: 100-continue")));
            assertThat(RawAnswer.read(socket.getInputStream()).status()).isEqualTo(100);
            socket.getOutputStream().write(JPEG);
            assertThat(RawAnswer.read(socket.getInputStream()).status()).isEqualTo(200);
        }
    }

    @Test
    void hugeClaim_whileTheBodyStillComes_isRefusedAtOnce() throws IOException {
        byte[] bomb = TestImages.pngClaiming(19_000, 19_000);
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform?resize=10x", 10_000_000)));
            socket.getOutputStream().write(bomb);
            long start = System.nanoTime();
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.body()).contains("image-too-large", "361000000");
        }
    }

    @Test
    void impossiblePlan_whileTheBodyStillComes_isRefusedAtOnce() throws IOException {
        byte[] claim = TestImages.pngClaiming(9_900, 9_900);
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform?flip", 10_000_000)));
            socket.getOutputStream().write(claim);
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.body()).contains("memory-budget-exceeded", "\"limit\":" + (192 << 20));
        }
    }

    @Test
    void headerThatNeverComes_isRefusedAtItsLimit() {
        byte[] endless = new byte[6 << 20];
        System.arraycopy(JPEG, 0, endless, 0, 2);
        for (int i = 2; i + 65_537 < endless.length; i += 65_537) {
            endless[i] = (byte) 0xFF;
            endless[i + 1] = (byte) 0xE2;
            endless[i + 2] = (byte) 0xFF;
            endless[i + 3] = (byte) 0xFF;
        }
        HttpResponse<byte[]> response = service.post("/v1/transform", endless);
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(RunningService.json(response).path("type").asString()).isEqualTo("/problems/unprocessable-image");
        assertThat(RunningService.json(response).path("limit").asLong()).isEqualTo(4 << 20);
    }

    @Test
    void chunkedBody_isTransformed() throws IOException {
        try (Socket socket = service.connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii(head("/v1/info", -1)));
            for (int i = 0; i < JPEG.length; i += 1000) {
                int count = Math.min(1000, JPEG.length - i);
                out.write(ascii(Integer.toHexString(count) + "\r\n"));
                out.write(JPEG, i, count);
                out.write(ascii("\r\n"));
            }
            out.write(ascii("0\r\n\r\n"));
            assertThat(RawAnswer.read(socket.getInputStream()).status()).isEqualTo(200);
        }
    }

    @Test
    void largeChunkedBody_growsAndIsTransformed() {
        byte[] large = TestImages.png(1500, 1000);
        assertThat(large.length).isGreaterThan(4 << 20);
        HttpResponse<byte[]> response = service.send(HttpRequest.newBuilder(service.uri("/v1/transform?resize=30x"))
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));
        assertThat(response.statusCode()).as(() -> new String(response.body())).isEqualTo(200);
    }

    @Test
    void shortBody_ofAClientThatStillListens_isIncomplete() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform", JPEG.length + 1)));
            socket.getOutputStream().write(JPEG);
            socket.shutdownOutput();
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("/problems/incomplete-body", "\"actual\":" + JPEG.length);
            assertThat(answer.head()).contains("application/problem+json");
        }
    }

    @Test
    void slowBody_isTimedOut() throws Exception {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform", JPEG.length)));
            for (int i = 0; i < 20; i++) {
                Thread.sleep(100);
                try {
                    socket.getOutputStream().write(JPEG, i, 1);
                } catch (SocketException closed) {
                    break; // refused before all was sent, which is the point
                }
            }
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("/problems/body-timeout");
        }
    }

    @Test
    void bodyThatStops_isTimedOut() throws IOException {
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform", JPEG.length)));
            socket.getOutputStream().write(JPEG, 0, JPEG.length / 2);
            RawAnswer answer = RawAnswer.read(socket.getInputStream());
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("/problems/body-timeout");
            assertThat(answer.head()).contains("application/problem+json");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void upload_cutByTheClient_leavesNothingAndIsCounted(boolean reset, CapturedOutput output) throws IOException {
        int logged = output.getAll().length();
        long before = service.outcomes("cancelled") + service.outcomes("client_error");
        try (Socket socket = service.connect()) {
            socket.getOutputStream().write(ascii(head("/v1/transform", 30_000_000)));
            socket.getOutputStream().write(JPEG);
            socket.getOutputStream().flush();
            await().until(() -> service.storage().liveScopes() == 1);
            if (reset) {
                socket.setSoLinger(true, 0);
            }
        }
        await().atMost(Duration.ofSeconds(10))
                .until(() -> service.outcomes("cancelled") + service.outcomes("client_error") == before + 1);
        service.assertNothingHeld();
        assertThat(output.getAll().substring(logged)).doesNotContain(" ERROR ", " WARN ");
    }

    @Test
    void answer_cutByTheClient_leavesNothing(CapturedOutput output) throws IOException {
        int logged = output.getAll().length();
        byte[] large = TestImages.png(1500, 1000);
        for (int i = 0; i < 5; i++) {
            try (Socket socket = service.connect()) {
                socket.setReceiveBufferSize(4096);
                socket.getOutputStream().write(ascii(head("/v1/transform", large.length)));
                socket.getOutputStream().write(large);
                assertThat(socket.getInputStream().readNBytes(100)).startsWith(ascii("HTTP/1.1 200"));
                socket.setSoLinger(true, 0);
            }
        }
        service.assertNothingHeld();
        assertThat(output.getAll().substring(logged)).doesNotContain(" ERROR ", " WARN ");
    }

    @Test
    void connection_afterAnswers_isUsedAgain() throws IOException {
        try (Socket socket = service.connect()) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(ascii(head("/v1/transform?flip", JPEG.length)));
                socket.getOutputStream().write(JPEG);
                InputStream in = socket.getInputStream();
                assertThat(RawAnswer.read(in).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void pipelinedRequest_isNotTakenForAClientThatHasGone() throws IOException {
        try (Socket socket = service.connect()) {
            String request = head("/v1/transform?flip", JPEG.length);
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(ascii(request));
                socket.getOutputStream().write(JPEG);
            }
            InputStream in = socket.getInputStream();
            for (int i = 0; i < 3; i++) {
                assertThat(RawAnswer.read(in).status()).isEqualTo(200);
            }
        }
    }
}
