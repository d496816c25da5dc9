package dev.quarry.deploy;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A container of Prometheus, set up as in {@code docker/compose.yaml} but for the interval. */
final class Prometheus extends GenericContainer<Prometheus> {

    static final Path ALERTS = Path.of("helm/quarry/files/alerts.yaml");
    static final Path ALERT_TESTS = Path.of("helm/quarry/files/alerts_test.yaml");

    private static final String IMAGE = System.getProperty("quarry.prometheus", "quarry-local/prometheus:bookworm");
    private static final int PORT = 9090;

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.shared();

    Prometheus() throws IOException {
        super(DockerImageName.parse(IMAGE));
        String settings = Files.readString(Path.of("docker/prometheus.yml"))
                .replace("scrape_interval: 5s", "scrape_interval: 1s")
                .replace("evaluation_interval: 15s", "evaluation_interval: 1s");
        withImagePullPolicy(name -> false);
        withExposedPorts(PORT);
        withCopyToContainer(Transferable.of(settings), "/etc/prometheus/prometheus.yml");
        withCopyToContainer(Transferable.of(Files.readString(ALERTS)), "/etc/prometheus/alerts.yaml");
        withCopyToContainer(Transferable.of(Files.readString(ALERT_TESTS)), "/etc/prometheus/alerts_test.yaml");
        waitingFor(Wait.forHttp("/-/ready").forStatusCode(200));
    }

    /** The series that an expression gives now. */
    JsonNode query(String expression) throws IOException, InterruptedException {
        return api("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .path("result");
    }

    /** The {@code data} of an answer of its interface. */
    JsonNode api(String path) throws IOException, InterruptedException {
        URI address = URI.create("http://" + getHost() + ":" + getMappedPort(PORT) + "/api/v1/" + path);
        var answer = http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " gave " + answer.body());
        }
        return json.readTree(answer.body()).path("data");
    }
}
