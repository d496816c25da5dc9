package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("kernels")
@Tag("codecs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManagementIT {

    private static final Pattern DOCUMENTED = Pattern.compile("^\\| `quarry[^`]*` \\| `([^`]+)`", Pattern.MULTILINE);

    private RunningService service;

    @BeforeAll
    void start() {
        service = RunningService.start();
        assertThat(service.post("/v1/transform?resize=20x", TestImages.jpeg(100, 80))
                        .statusCode())
                .isEqualTo(200);
        assertThat(service.post("/v1/transform?resize=20x", new byte[] {1, 2, 3})
                        .statusCode())
                .isEqualTo(415);
        assertThat(service.post("/v1/transform", TestImages.pngClaiming(19_000, 19_000))
                        .statusCode())
                .isEqualTo(422);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private String scrape() {
        HttpResponse<byte[]> response = service.getManagement("/actuator/prometheus");
        assertThat(response.statusCode()).isEqualTo(200);
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static double value(String scrape, String series) {
        Matcher line = Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
                .matcher(scrape);
        assertThat(line.find()).as(series).isTrue();
        return Double.parseDouble(line.group(1));
    }

    @Test
    void scrape_always_containsEveryDocumentedMeter() throws IOException {
        List<String> documented = DOCUMENTED
                .matcher(Files.readString(Path.of("docs/metrics.md")))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(documented).hasSizeGreaterThan(40);
        String scrape = "\n" + scrape();
        assertThat(documented).allSatisfy(name -> assertThat(scrape).contains("\n" + name));
    }

    @Test
    void scrape_afterRequests_countsOutcomesAndReasons() {
        String scrape = scrape();
        assertThat(value(scrape, "quarry_request_seconds_count{format=\"jpeg\",outcome=\"ok\"}"))
                .isPositive();
        assertThat(value(scrape, "quarry_request_seconds_count{format=\"unknown\",outcome=\"client_error\"}"))
                .isPositive();
        assertThat(value(scrape, "quarry_rejected_total{reason=\"too_large\"}")).isPositive();
        assertThat(value(scrape, "quarry_rejected_total{reason=\"queue_full\"}"))
                .isZero();
        assertThat(value(scrape, "quarry_plan_memory_ratio_max")).isBetween(0.0, 1.0);
        assertThat(scrape).contains("quarry_request_seconds_bucket", "quarry_queue_wait_seconds_bucket");
    }

    @Test
    void scrape_afterMoreRequests_showsArenasMove() {
        int arenas = service.storage().arenas().size();
        double[] before = allocations(scrape(), arenas);
        for (int i = 0; i < 2 * arenas; i++) {
            assertThat(service.post("/v1/transform?flip", TestImages.png(64, 64))
                            .statusCode())
                    .isEqualTo(200);
        }
        await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            double[] after = allocations(scrape(), arenas);
            for (int i = 0; i < arenas; i++) {
                assertThat(after[i]).as("arena %d", i).isGreaterThan(before[i]);
            }
        });
    }

    private static double[] allocations(String scrape, int arenas) {
        double[] counts = new double[arenas];
        for (int i = 0; i < arenas; i++) {
            counts[i] = value(scrape, "quarry_arena_images_total{arena=\"" + i + "\"}");
        }
        return counts;
    }

    @Test
    void managementEndpoints_onTheMainPort_areNotThere() {
        assertThat(service.managementPort()).isNotEqualTo(service.port());
        for (String path : List.of("/actuator/health", "/actuator/prometheus", "/actuator/arenas")) {
            assertThat(service.get(path).statusCode()).as(path).isEqualTo(404);
            assertThat(service.getManagement(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void health_always_tellsOfTheEngine() {
        HttpResponse<byte[]> readiness = service.getManagement("/actuator/health/readiness");
        assertThat(readiness.statusCode()).isEqualTo(200);
        assertThat(RunningService.json(readiness)
                        .path("components")
                        .path("engine")
                        .path("details")
                        .path("workersLimit")
                        .asInt())
                .isEqualTo(2);
        assertThat(service.getManagement("/actuator/health/liveness").statusCode())
                .isEqualTo(200);
    }

    @Test
    void informativeHeaders_switchedOff_areLeftOut() {
        try (RunningService quiet = RunningService.start("quarry.http.informative-headers=false")) {
            HttpResponse<byte[]> response = quiet.post("/v1/transform?resize=20x", TestImages.jpeg(100, 80));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().map())
                    .doesNotContainKeys("server-timing", "x-memory-peak", "x-image-width", "x-image-height")
                    .containsKeys("etag", "content-type");
        }
    }
}
