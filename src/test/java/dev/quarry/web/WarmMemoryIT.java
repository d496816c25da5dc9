package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Once a service has seen its kinds of requests, it works with the memory that it has.
 *
 * <p>What it has is the most that it ever needed at one time. So that no rare coincidence of two requests needs more than
 * the warm-up did, that one has four requests of each kind at work at a time, the requests that count only two; and idle
 * blocks do not decay.
 */
@Tag("codecs")
@Timeout(120)
class WarmMemoryIT {

    private static final int WARM_CLIENTS = 8;
    private static final int WARM_REQUESTS = 80;
    private static final int CLIENTS = 2;
    private static final int REQUESTS = 1_000;

    private RunningService service;

    @BeforeEach
    void start() {
        service = RunningService.start(
                "quarry.engine.workers=4", "quarry.storage.decay=-1", "quarry.kernel.provider=scalar");
    }

    @AfterEach
    void stop() {
        service.assertNothingHeld();
        service.close();
    }

    /** A request that is sent again and again. */
    private record Kind(String query, byte[] body) {}

    /** The usual kinds; where nothing writes WebP, PNG takes its place. */
    private List<Kind> kinds() {
        boolean webp = service.bean(CodecRegistry.class).writableFormats().contains(ImageFormat.WEBP);
        byte[] jpeg = TestImages.jpeg(240, 180);
        return List.of(
                new Kind("resize=120x", jpeg),
                new Kind("resize=100x&format=" + (webp ? "webp" : "png"), jpeg),
                new Kind("resize=90x", TestImages.pngWithAlpha(160, 120)),
                new Kind("crop=160x120+20+10&rotate=10", jpeg));
    }

    /** {@link #REQUESTS} requests, each kind as often as the others. */
    private static List<Kind> mixed(List<Kind> kinds) {
        List<Kind> mix = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            mix.add(kinds.get(i % kinds.size()));
        }
        Collections.shuffle(mix, new Random(1));
        return mix;
    }

    /** Sends requests from several clients at a time. */
    private void send(int clientCount, List<Kind> requests) throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < clientCount; client++) {
                int first = client;
                running.add(clients.submit(() -> {
                    for (int i = first; i < requests.size(); i += clientCount) {
                        send(requests.get(i));
                    }
                }));
            }
            for (Future<?> client : running) {
                client.get();
            }
        }
    }

    private void send(Kind kind) {
        HttpResponse<byte[]> response = service.post("/v1/transform?" + kind.query(), kind.body());
        assertThat(response.statusCode()).as(() -> new String(response.body())).isEqualTo(200);
    }

    private double counted(String meter) {
        return service.bean(MeterRegistry.class).get(meter).functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    private double committedBytes() {
        Gauge gauge = service.bean(MeterRegistry.class)
                .get("quarry.storage.committed")
                .gauge();
        return gauge.value();
    }

    @Test
    void requests_ofKindsThatWereSeen_takeNoFreshMemory() throws Exception {
        List<Kind> kinds = kinds();
        for (Kind kind : kinds) {
            send(WARM_CLIENTS, Collections.nCopies(WARM_REQUESTS, kind));
        }
        double commits = counted("quarry.storage.commits");
        double frees = counted("quarry.arena.frees");
        double reuses = counted("quarry.arena.reuses");
        double committed = committedBytes();
        assertThat(commits).isPositive();
        send(CLIENTS, mixed(kinds));
        assertThat(counted("quarry.storage.commits")).isEqualTo(commits);
        assertThat(counted("quarry.arena.frees")).isEqualTo(frees);
        assertThat(committedBytes()).isEqualTo(committed);
        assertThat(counted("quarry.arena.reuses")).isGreaterThan(reuses + REQUESTS);
    }
}
