package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quarry.QuarryApplication;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageStats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole service on ports of its own, and a client of it. */
final class RunningService implements AutoCloseable {

    private static final String BOUNDARY = "a-boundary-of-the-tests";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ConfigurableApplicationContext context;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts a service with a small budget, not warmed; {@code settings} come on top. */
    static RunningService start(String... settings) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "quarry.warm-up.enabled", "false",
                "quarry.engine.drain-delay", "0s",
                "server.port", "0",
                "management.server.port", "0",
                "quarry.storage.budget", "96MB",
                "quarry.engine.workers", "2"));
        for (String setting : settings) {
            String[] pair = setting.split("=", 2);
            all.put(pair[0], pair[1]);
        }
        String[] arguments = all.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
        return new RunningService(new SpringApplicationBuilder(QuarryApplication.class).run(arguments));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    HttpResponse<byte[]> post(String path, byte[] body, String... headers) {
        return send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofByteArray(body)), headers);
    }

    HttpResponse<byte[]> get(String path, String... headers) {
        return send(HttpRequest.newBuilder(uri(path)).GET(), headers);
    }

    HttpResponse<byte[]> getManagement(String path, String... headers) {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort() + path)), headers);
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request, String... headers) {
        request.timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** A part of a multipart body. */
    record Part(String name, byte[] content) {

        static Part text(String name, String content) {
            return new Part(name, content.getBytes(StandardCharsets.UTF_8));
        }
    }

    HttpResponse<byte[]> postParts(String path, Part... parts) {
        return post(path, multipart(parts), "Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
    }

    static byte[] multipart(Part... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Part part : parts) {
            String head = "--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"../../etc/x.gif\"\r\n\r\n"
                    .formatted(BOUNDARY, part.name());
            body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
            body.writeBytes(part.content());
            body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    static JsonNode json(HttpResponse<byte[]> response) {
        return JSON.readTree(response.body());
    }

    StorageStats storage() {
        return bean(BlockStorage.class).stats();
    }

    /** Waits until no request holds any memory, and checks that none was leaked. */
    void assertNothingHeld() {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            StorageStats stats = storage();
            assertThat(stats.usedBytes()).isZero();
            assertThat(stats.reservedBytes()).isZero();
            assertThat(stats.liveScopes()).isZero();
            assertThat(stats.leaks()).isZero();
        });
        JsonNode arenas = json(getManagement("/actuator/arenas"));
        assertThat(arenas.path("usedBytes").asLong(-1)).isZero();
        assertThat(arenas.path("arenas").size()).isPositive();
        arenas.path("arenas")
                .forEach(arena -> assertThat(arena.path("usedBytes").asLong(-1)).isZero());
    }

    /** How many requests ended so, as the metrics count them. */
    long outcomes(String outcome) {
        return bean(MeterRegistry.class).find("quarry.request").tag("outcome", outcome).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    boolean isRunning() {
        return context.isActive();
    }

    /** Stops the service as a signal would. */
    void shutDown() {
        context.close();
    }

    @Override
    public void close() {
        client.close();
        context.close();
    }
}
