package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.web.RunningService.Part;
import java.awt.image.BufferedImage;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("kernels")
@Tag("codecs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransformIT {

    private static final byte[] JPEG = TestImages.jpeg(301, 201);
    private static final byte[] PNG = TestImages.png(120, 80);
    private static final String RESIZE =
            "{\"steps\":[{\"op\":\"resize\",\"width\":60}],\"output\":{\"format\":\"png\"}}";

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

    private static void assertImage(HttpResponse<byte[]> response, String type, int width, int height) {
        assertThat(response.statusCode()).as(() -> new String(response.body())).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue(type);
        BufferedImage image = TestImages.read(response.body());
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource({
        "resize=150x, image/jpeg, 150, 100",
        "resize=150x&format=png, image/png, 150, 100",
        "'crop=100x80+10+20', image/jpeg, 100, 80",
        "rotate=90&rotate=90&rotate=90, image/jpeg, 201, 301",
        "'resize=100x100,fit:cover&flip', image/jpeg, 100, 100",
        "quality=50, image/jpeg, 301, 201"
    })
    void transform_ofJpeg_givesThePicture(String query, String type, int width, int height) {
        assertImage(service.post("/v1/transform?" + query, JPEG), type, width, height);
    }

    @Test
    void transform_ofPng_staysPng() {
        assertImage(service.post("/v1/transform?resize=60x", PNG), "image/png", 60, 40);
    }

    @Test
    void transform_withoutQuery_encodesAgain() {
        assertImage(service.post("/v1/transform", PNG), "image/png", 120, 80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/x-www-form-urlencoded", "image/png", "text/plain;charset=utf-8", "no type at all"})
    void transform_withAnyContentType_looksAtTheBytes(String contentType) {
        assertImage(service.post("/v1/transform?flop", JPEG, "Content-Type", contentType), "image/jpeg", 301, 201);
    }

    @Test
    void transform_ofParts_takesThemInAnyOrder() {
        Part image = new Part("image", PNG);
        Part pipeline = Part.text("pipeline", RESIZE);
        assertImage(service.postParts("/v1/transform", image, pipeline), "image/png", 60, 40);
        assertImage(service.postParts("/v1/transform", pipeline, image), "image/png", 60, 40);
    }

    @Test
    void transform_ofParts_takesStepsOfTheQueryToo() {
        assertImage(service.postParts("/v1/transform?resize=30x", new Part("image", PNG)), "image/png", 30, 20);
        assertImage(
                service.postParts(
                        "/v1/transform?quality=30",
                        Part.text("pipeline", "{\"output\":{\"format\":\"jpeg\"}}"),
                        new Part("image", PNG)),
                "image/jpeg",
                120,
                80);
    }

    @Test
    void transform_always_tellsAboutItsAnswer() {
        HttpResponse<byte[]> first = service.post("/v1/transform?resize=50x", PNG);
        HttpResponse<byte[]> second = service.post("/v1/transform?resize=50x", PNG);
        HttpResponse<byte[]> other = service.post("/v1/transform?resize=51x", PNG);
        assertThat(first.headers().firstValueAsLong("Content-Length")).hasValue(first.body().length);
        assertThat(etag(first))
                .matches("\"[0-9a-f]{32}\"")
                .isEqualTo(etag(second))
                .isNotEqualTo(etag(other));
        assertThat(first.headers().firstValue("X-Image-Width")).hasValue("50");
        assertThat(first.headers().firstValue("X-Image-Height")).hasValue("33");
        assertThat(header(first, "Server-Timing"))
                .matches("queue;dur=[0-9.]+, decode;dur=[0-9.]+, (.*, )?resize;dur=[0-9.]+, (.*, )?encode;dur=[0-9.]+");
        assertThat(header(first, "X-Memory-Peak")).matches("planned=\\d+, used=\\d+");
        long[] peak = Arrays.stream(header(first, "X-Memory-Peak").split("\\D+"))
                .filter(text -> !text.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(peak[1]).isPositive().isLessThanOrEqualTo(peak[0]);
        assertThat(first.headers().firstValue("Vary")).isEmpty();
    }

    private static String etag(HttpResponse<byte[]> response) {
        return header(response, "ETag");
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @ParameterizedTest
    @CsvSource({"'image/png', image/png", "'image/jpeg, image/png;q=0.1', image/jpeg", "'*/*', image/jpeg"})
    void transform_toAuto_followsAccept(String accept, String type) {
        HttpResponse<byte[]> response = service.post("/v1/transform?format=auto", JPEG, "Accept", accept);
        assertImage(response, type, 301, 201);
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept");
    }

    @Test
    void transform_toAutoWithNothingAcceptable_is406AndVaries() {
        HttpResponse<byte[]> response = service.post("/v1/transform?format=auto", JPEG, "Accept", "text/html");
        assertThat(response.statusCode()).isEqualTo(406);
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept");
        assertThat(RunningService.json(response).path("type").asString()).isEqualTo("/problems/not-acceptable");
    }

    @Test
    void info_ofImage_tellsItsHeader() {
        JsonNode info = RunningService.json(service.post("/v1/info", TestImages.pngWithAlpha(31, 17)));
        assertThat(info.path("format").asString()).isEqualTo("png");
        assertThat(info.path("width").asInt()).isEqualTo(31);
        assertThat(info.path("height").asInt()).isEqualTo(17);
        assertThat(info.path("alpha").asBoolean()).isTrue();
        assertThat(info.path("orientation").asInt()).isEqualTo(1);
    }

    @Test
    void plan_ofImage_tellsStepsAndMemory() {
        JsonNode plan = RunningService.json(service.post("/v1/plan?resize=30x&flip&format=png", JPEG));
        assertThat(plan.path("source").path("width").asInt()).isEqualTo(301);
        assertThat(plan.path("result").path("width").asInt()).isEqualTo(30);
        List<String> steps = plan.path("steps")
                .valueStream()
                .map(step -> step.path("operation").asString())
                .toList();
        assertThat(steps).containsSubsequence("resize", "flip");
        assertThat(plan.path("memory").path("total").asLong()).isPositive();
        assertThat(plan.path("memory").path("total").asLong())
                .isEqualTo(Stream.of("upload", "pixels", "result", "libraries")
                        .mapToLong(part -> plan.path("memory").path(part).asLong())
                        .sum())
                .isLessThan(plan.path("memory").path("limit").asLong());
        assertThat(plan.path("cost").path("total").asDouble())
                .isPositive()
                .isLessThan(plan.path("cost").path("limit").asDouble());
        assertThat(plan.path("cost").path("limit").asDouble()).isEqualTo(60_000);
        assertThat(plan.path("memory").path("upload").asLong()).isEqualTo(JPEG.length);
        assertThat(plan.path("format").asString()).isEqualTo("png");
    }

    @Test
    void description_ofOperationsAndFormats_isComplete() {
        JsonNode operations = RunningService.json(service.get("/v1/operations"));
        assertThat(operations
                        .path("operations")
                        .valueStream()
                        .map(o -> o.path("name").asString()))
                .contains("resize", "crop", "rotate", "flip");
        assertThat(operations
                        .path("output")
                        .valueStream()
                        .map(o -> o.path("name").asString()))
                .contains("format", "quality");
        JsonNode formats = RunningService.json(service.get("/v1/formats"));
        assertThat(formats.path("formats")
                        .valueStream()
                        .filter(format -> !format.path("write").isEmpty())
                        .map(format -> format.path("name").asString()))
                .contains("jpeg", "png");
    }

    @Test
    void documentation_always_describesTheRequest() {
        JsonNode api = RunningService.json(service.get("/docs/openapi"));
        JsonNode transform = api.path("paths").path("/v1/transform").path("post");
        assertThat(transform.path("responses").propertyNames())
                .contains("200", "400", "413", "415", "422", "503", "504");
        assertThat(transform
                        .path("parameters")
                        .valueStream()
                        .map(p -> p.path("name").asString()))
                .contains("resize", "format", "timeout");
        assertThat(transform.path("requestBody").path("content").propertyNames())
                .contains("multipart/form-data", "application/octet-stream");
        HttpResponse<byte[]> page = service.get("/docs");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(service.get(header(page, "Location")).statusCode()).isEqualTo(200);
    }
}
