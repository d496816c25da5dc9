package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@Tag("kernels")
@Tag("codecs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArenasEndpointIT {

    private RunningService service;

    @BeforeAll
    void start() {
        service = RunningService.start("quarry.management.changes=true", "quarry.storage.decay=-1s");
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static HttpResponse<byte[]> change(RunningService service, String method, String path, String body) {
        return service.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.managementPort() + path))
                        .method(method, BodyPublishers.ofString(body)),
                "Content-Type",
                "application/json");
    }

    private JsonNode report() {
        return RunningService.json(service.getManagement("/actuator/arenas"));
    }

    private void transform() {
        assertThat(service.post("/v1/transform?resize=20x", TestImages.jpeg(100, 80))
                        .statusCode())
                .isEqualTo(200);
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @Test
    void read_always_showsTotalsLimitsAndEveryArena() {
        JsonNode report = report();
        assertThat(report.path("limits").path("blockSizeBytes").asLong()).isPositive();
        assertThat(report.path("provider").asString()).isEqualTo("mmap");
        assertThat(report.path("budgetBytes").asLong()).isEqualTo(96L << 20);
        assertThat(report.path("arenas").size())
                .isEqualTo(service.storage().arenas().size());
    }

    @Test
    void readOne_existing_isThatArena() {
        HttpResponse<byte[]> response = service.getManagement("/actuator/arenas/1");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(RunningService.json(response).path("index").asInt(-1)).isOne();
    }

    @ParameterizedTest
    @CsvSource({"2", "-1", "x", "99999999999"})
    void readOne_notExisting_is404WithTheRange(String index) {
        HttpResponse<byte[]> response = service.getManagement("/actuator/arenas/" + index);
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(text(response)).contains("there is no arena " + index + "; there are 0 to 1");
    }

    @Test
    void configure_someLimits_changesTheseAndKeepsOthers() {
        long blockSize = report().path("limits").path("blockSizeBytes").asLong();
        HttpResponse<byte[]> response =
                change(service, "POST", "/actuator/arenas", "{\"blocksMax\": 77, \"alignment\": 128}");
        assertThat(response.statusCode()).as(text(response)).isEqualTo(200);
        JsonNode limits = report().path("limits");
        assertThat(limits.path("blocksMax").asInt()).isEqualTo(77);
        assertThat(limits.path("alignmentBytes").asInt()).isEqualTo(128);
        assertThat(limits.path("blockSizeBytes").asLong()).isEqualTo(blockSize);
        transform();
        service.assertNothingHeld();
    }

    @Test
    void configure_blockSize_takesSizesAsSettingsDo() {
        assertThat(change(service, "POST", "/actuator/arenas", "{\"blockSize\": \"64KB\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(report().path("limits").path("blockSizeBytes").asLong()).isEqualTo(64 << 10);
        transform();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"blocksMax\": -1} | blocks-max must be 0 or more, not -1",
                "{\"blocksMax\": \"many\"} | blocksMax is \\\"many\\\"; allowed is a whole number",
                "{\"blocksMax\": 3000000000} | blocksMax is \\\"3000000000\\\"; allowed is a whole number",
                "{\"alignment\": 65} | alignment must be a power of two from 64 to 4096, not 65",
                "{\"blockSize\": \"5kB\"} | blockSize is \\\"5kB\\\"; allowed is a size",
                "{\"blockSize\": \"5000B\"} | block-size must be a multiple of 4 kB",
                "{\"blockSize\": \"99999999999999GB\"} | blockSize is \\\"99999999999999GB\\\"; allowed is a size",
                "{\"blocks\": 5} | a member is called \\\"blocks\\\"; allowed: alignment, blockSize, blocksMax",
                "{\"blocksMax\": 5, \"blocksize\": 9} | a member is called \\\"blocksize\\\"; allowed: alignment, blockSize",
                "{} | nothing to change",
                "[] | the body is not a JSON object",
                "{ | the body is not a JSON object",
                "{\"blocksMax\": [5]} | the body is not a JSON object whose members are text, numbers",
                "{\"blocksMax\": {\"a\": 5}} | the body is not a JSON object whose members are text, numbers",
            })
    void configure_wrongValue_is400ThatNamesIt(String body, String detail) {
        JsonNode before = report().path("limits");
        HttpResponse<byte[]> response = change(service, "POST", "/actuator/arenas", body);
        assertThat(response.statusCode()).as(text(response)).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(text(response)).contains(detail);
        assertThat(report().path("limits")).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /0?index=1 | index | none is",
                "GET | /0?x= | x | none is",
                "GET | ?arena=1 | arena | none is",
                "POST | ?blocksMax=5 | blocksMax | none is",
                "DELETE | /counts?blocks=1&what=cache | what | blocks",
                "DELETE | /cache?block=1 | block | blocks"
            })
    void query_unknownOrInThePlaceOfThePath_is400ThatNamesIt(String method, String path, String name, String allowed) {
        JsonNode before = report().path("limits");
        String body = method.equals("POST") ? "{\"blocksMax\": 6}" : "";
        HttpResponse<byte[]> response = change(service, method, "/actuator/arenas" + path, body);
        assertThat(response.statusCode()).as(text(response)).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(text(response)).contains("a query parameter is called \\\"" + name + "\\\"; allowed: " + allowed);
        assertThat(report().path("limits")).isEqualTo(before);
    }

    @Test
    void clearCache_toATotal_leavesAtMostThat() {
        for (int i = 0; i < 4; i++) {
            transform();
        }
        service.assertNothingHeld();
        assertThat(service.storage().cachedBlocks()).isGreaterThan(1);
        assertThat(change(service, "DELETE", "/actuator/arenas/cache?blocks=1", "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(service.storage().cachedBlocks()).isOne();
        assertThat(change(service, "DELETE", "/actuator/arenas/cache", "").statusCode())
                .isEqualTo(204);
        assertThat(service.storage().cachedBlocks()).isZero();
        assertThat(service.storage().cachedBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1", "x", "1e3"})
    void clearCache_wrongTotal_is400(String blocks) {
        HttpResponse<byte[]> response = change(service, "DELETE", "/actuator/arenas/cache?blocks=" + blocks, "");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(text(response)).contains(blocks);
    }

    @Test
    void clear_unknownThing_is404ThatNamesWhatThereIs() {
        HttpResponse<byte[]> response = change(service, "DELETE", "/actuator/arenas/everything", "");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(text(response)).contains("cache and counts");
    }

    @Test
    void resetCounts_afterRequests_startsAtZeroHereAndNotInMetrics() {
        transform();
        service.assertNothingHeld();
        long images = service.storage().arenas().stream()
                .mapToLong(arena -> arena.images())
                .sum();
        assertThat(images).isPositive();
        assertThat(change(service, "DELETE", "/actuator/arenas/counts", "").statusCode())
                .isEqualTo(204);
        report().path("arenas")
                .forEach(arena -> assertThat(arena.path("images").asLong(-1)).isZero());
        assertThat(service.storage().arenas().stream()
                        .mapToLong(arena -> arena.images())
                        .sum())
                .isEqualTo(images);
    }

    @Test
    void changes_notAllowed_areRefusedWithTheSettingThatAllowsThem() {
        try (RunningService strict = RunningService.start()) {
            for (HttpResponse<byte[]> response : new HttpResponse[] {
                change(strict, "POST", "/actuator/arenas", "{\"blocksMax\": 5}"),
                change(strict, "DELETE", "/actuator/arenas/cache", ""),
                change(strict, "DELETE", "/actuator/arenas/counts", "")
            }) {
                assertThat(response.statusCode()).isEqualTo(403);
                assertThat(text(response)).contains("quarry.management.changes=true");
            }
            assertThat(strict.getManagement("/actuator/arenas").statusCode()).isEqualTo(200);
        }
    }
}
