package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.web.RunningService.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@Tag("kernels")
@Tag("codecs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalIT {

    private static final byte[] JPEG = TestImages.jpeg(100, 80);
    private static final byte[] NO_IMAGE = "this is no image, whatever it is called".getBytes(StandardCharsets.UTF_8);
    private static final Part IMAGE = new Part("image", JPEG);

    private RunningService service;

    @BeforeAll
    void start() {
        service = RunningService.start();
    }

    @AfterEach
    void nothingHeld() {
        service.assertNothingHeld();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static JsonNode assertProblem(HttpResponse<byte[]> response, int status, String type) {
        assertThat(response.statusCode()).as(() -> new String(response.body())).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = RunningService.json(response);
        assertThat(problem.path("type").asString()).isEqualTo("/problems/" + type);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asString()).isNotBlank();
        assertThat(problem.path("detail").asString()).isNotBlank();
        assertThat(problem.path("instance").asString()).startsWith("/");
        return problem;
    }

    @ParameterizedTest
    @CsvSource({
        "resize=50x&blurr=3, 400, unknown-operation, step, 1",
        "'resize=50x,wdith:3', 400, unknown-parameter, parameter, wdith",
        "'flip&resize=50x,fit:stretch', 400, invalid-parameter, step, 1",
        "resize=0x, 400, invalid-parameter, operation, resize",
        "resize=fifty, 400, invalid-parameter, step, 0",
        "quality=0, 400, invalid-parameter, parameter, quality",
        "quality=high, 400, invalid-parameter, parameter, quality",
        "format=jpeg2000, 400, invalid-parameter, parameter, format",
        "format=avif, 415, unsupported-format, status, 415",
        "crop=100x80+10+20, 422, unprocessable-image, operation, crop",
        "'resize=20000x20000,fit:fill,enlarge:true', 422, image-too-large, limit, 100000000",
        "flip=%zz, 400, malformed-request, status, 400"
    })
    void transform_ofWrongQuery_namesWhatIsWrong(String query, int status, String type, String fact, String value) {
        // The client's own URI check refuses what the server must refuse too.
        if (query.contains("%zz")) {
            assertThat(rawStatus("POST /v1/transform?" + query + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"))
                    .isEqualTo(status);
            return;
        }
        JsonNode problem = assertProblem(service.post("/v1/transform?" + query, JPEG), status, type);
        assertThat(problem.path(fact).asString()).isEqualTo(value);
    }

    private int rawStatus(String request) {
        try (var socket = service.connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return Integer.parseInt(answer.substring("HTTP/1.1 ".length()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Stream<Arguments> wrongBodies() {
        return Stream.of(
                Arguments.of("nothing", new byte[0], 400, "empty-body"),
                Arguments.of("one byte", new byte[] {(byte) 0xFF}, 415, "unsupported-format"),
                Arguments.of("text", NO_IMAGE, 415, "unsupported-format"),
                Arguments.of("half a JPEG", Arrays.copyOf(JPEG, JPEG.length / 2), 422, "corrupt-image"),
                Arguments.of("a JPEG's beginning", Arrays.copyOf(JPEG, 30), 422, "corrupt-image"),
                Arguments.of("a huge claim", TestImages.pngClaiming(19_000, 19_000), 422, "image-too-large"),
                Arguments.of("a wide claim", TestImages.pngClaiming(70_000, 10), 422, "image-too-large"),
                Arguments.of("broken pixels", TestImages.pngClaiming(100, 100), 422, "corrupt-image"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongBodies")
    void transform_ofWrongBody_saysWhy(String name, byte[] body, int status, String type) {
        assertProblem(service.post("/v1/transform?flip", body), status, type);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongBodies")
    void transform_ofWrongImagePart_saysWhy(String name, byte[] body, int status, String type) {
        assertProblem(service.postParts("/v1/transform?flip", new Part("image", body)), status, type);
    }

    static Stream<Arguments> wrongParts() {
        String resize = "{\"steps\":[{\"op\":\"resize\",\"width\":10}]}";
        return Stream.of(
                Arguments.of("", "malformed-request", new Part[] {IMAGE, Part.text("pipeline", "{\"steps\":")}),
                Arguments.of(
                        "", "malformed-request", new Part[] {Part.text("pipeline", "{\"steps\":[],\"steps\":[]}"), IMAGE
                        }),
                Arguments.of("?flip", "malformed-request", new Part[] {Part.text("pipeline", resize), IMAGE}),
                Arguments.of("?flip", "malformed-request", new Part[] {IMAGE, Part.text("pipeline", resize)}),
                Arguments.of("", "malformed-request", new Part[] {IMAGE, IMAGE}),
                Arguments.of("", "malformed-request", new Part[] {
                    Part.text("pipeline", " ".repeat(70_000) + resize), IMAGE
                }),
                Arguments.of("", "unknown-part", new Part[] {IMAGE, Part.text("picture", "x")}),
                Arguments.of("", "missing-part", new Part[] {Part.text("pipeline", resize)}),
                Arguments.of("", "missing-part", new Part[0]),
                Arguments.of("", "invalid-parameter", new Part[] {
                    Part.text("pipeline", resize.replace("10", "\"10\"")), IMAGE
                }),
                Arguments.of("", "unknown-operation", new Part[] {
                    IMAGE, Part.text("pipeline", "{\"steps\":[{\"op\":\"explode\"}]}")
                }));
    }

    @ParameterizedTest
    @MethodSource("wrongParts")
    void transform_ofWrongParts_saysWhy(String query, String type, Part[] parts) {
        assertProblem(service.postParts("/v1/transform" + query, parts), 400, type);
    }

    @Test
    void transform_ofUnknownPart_namesTheAllowedOnes() {
        JsonNode problem = assertProblem(
                service.postParts("/v1/transform", IMAGE, Part.text("picture", "x")), 400, "unknown-part");
        assertThat(problem.path("allowed").valueStream().map(JsonNode::asString))
                .containsExactly("image", "pipeline");
    }

    @Test
    void transform_ofBrokenMultipart_isMalformed() {
        assertProblem(
                service.post("/v1/transform", JPEG, "Content-Type", "multipart/form-data"), 400, "malformed-request");
        byte[] whole = RunningService.multipart(IMAGE);
        assertProblem(
                service.post(
                        "/v1/transform",
                        Arrays.copyOf(whole, whole.length - 50),
                        "Content-Type",
                        "multipart/form-data; boundary=a-boundary-of-the-tests"),
                400,
                "malformed-request");
    }

    private HttpResponse<byte[]> postWithFileName(String fileName) {
        String body = new String(RunningService.multipart(IMAGE), StandardCharsets.ISO_8859_1)
                .replace("../../etc/x.gif", fileName);
        return service.post(
                "/v1/transform",
                body.getBytes(StandardCharsets.ISO_8859_1),
                "Content-Type",
                "multipart/form-data; boundary=a-boundary-of-the-tests");
    }

    @Test
    void transform_ofPartWithALongFileName_isDoneUpToTheLimitOfItsHeader() {
        // 255 bytes of UTF-8, percent-encoded, for readers of both forms.
        String encoded = "%E5%9B%BE".repeat(85);
        assertThat(postWithFileName(encoded + "\"; filename*=UTF-8''" + encoded + "; x=\"")
                        .statusCode())
                .isEqualTo(200);
        int most = MultipartParts.MOST_HEADER_BYTES;
        assertThat(postWithFileName("x".repeat(most - 100)).statusCode()).isEqualTo(200);
        JsonNode problem = assertProblem(postWithFileName("x".repeat(most)), 400, "malformed-request");
        assertThat(problem.path("limit").asInt()).isEqualTo(most);
        assertThat(problem.path("detail").asString()).contains("header", Integer.toString(most));
    }

    @Test
    void transform_toAutoWithBrokenAccept_isMalformed() {
        assertProblem(service.post("/v1/transform?format=auto", JPEG, "Accept", "image/"), 400, "malformed-request");
        assertThat(service.post("/v1/transform", JPEG, "Accept", "image/").statusCode())
                .isEqualTo(200);
    }

    @Test
    void info_withQueryOrPipeline_isRefused() {
        JsonNode problem = assertProblem(service.post("/v1/info?resize=10x", JPEG), 400, "unknown-parameter");
        assertThat(problem.path("parameter").asString()).isEqualTo("resize");
        assertProblem(service.postParts("/v1/info", IMAGE, Part.text("pipeline", "{}")), 400, "unknown-part");
    }

    @Test
    void request_toNowhere_is404() {
        HttpResponse<byte[]> response = service.get("/v2/transform");
        assertProblem(response, 404, "not-found");
        JsonNode problem = RunningService.json(response);
        assertThat(problem.path("detail").asString())
                .contains("'/v2/transform'")
                .contains("/v1/transform");
        assertThat(problem.path("allowed").toString()).contains("\"/v1/info\"").contains("\"/v1/plan\"");
        assertProblem(service.post("/v1/transforms", JPEG), 404, "not-found");
        assertProblem(service.get("/problems/no-such"), 404, "not-found");
    }

    @ParameterizedTest
    @CsvSource({"GET", "PUT", "DELETE", "PATCH"})
    void transform_byWrongMethod_is405WithTheRightOne(String method) {
        HttpResponse<byte[]> response = service.send(HttpRequest.newBuilder(service.uri("/v1/transform"))
                .method(method, BodyPublishers.ofByteArray(new byte[method.equals("GET") ? 0 : 10])));
        assertProblem(response, 405, "method-not-allowed");
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void transform_byHead_is405WithoutBody() {
        HttpResponse<byte[]> response = service.send(
                HttpRequest.newBuilder(service.uri("/v1/transform")).HEAD());
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void problems_always_areAnsweredWhateverIsAccepted() {
        assertProblem(service.post("/v1/transform?nothing", JPEG, "Accept", "image/webp"), 400, "unknown-operation");
        assertProblem(service.get("/nowhere", "Accept", "text/html"), 404, "not-found");
    }

    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void problemPage_ofEveryType_explainsIt(ProblemType type) {
        HttpResponse<byte[]> response = service.get(type.address());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(RunningService.json(response).path("title").asString()).isEqualTo(type.title());
    }

    @Test
    void request_withBrokenLine_isAProblemToo() {
        assertThat(rawStatus("GET /{ HTTP/1.1\r\nHost: x\r\n\r\n")).isEqualTo(400);
        HttpResponse<byte[]> long431 = service.get("/v1/formats", "X-Long", "x".repeat(20_000));
        assertThat(long431.statusCode()).isIn(400, 431);
        assertThat(RunningService.json(long431).path("type").asString()).startsWith("/problems/");
    }
}
