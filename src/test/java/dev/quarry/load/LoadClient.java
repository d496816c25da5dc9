package dev.quarry.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A well-behaved client with a source address of its own. Safe for use by several threads. */
final class LoadClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final URI base;
    private final HttpClient client;

    /**
     * A client.
     *
     * @param base the service's address
     * @param source the client's own, such as 127.0.0.9
     */
    LoadClient(URI base, InetAddress source) {
        this.base = base;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .localAddress(source)
                .build();
    }

    /** Posts a picture and waits for the answer. */
    HttpResponse<byte[]> post(String query, byte[] body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("/v1/transform?" + query))
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
