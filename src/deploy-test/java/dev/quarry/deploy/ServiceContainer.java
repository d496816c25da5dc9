package dev.quarry.deploy;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.Capability;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A container of the service's image, which {@code docker/build.sh} makes. */
final class ServiceContainer extends GenericContainer<ServiceContainer> {

    private static final String IMAGE = System.getProperty("quarry.image", "quarry:local");
    private static final int SERVICE = 8080;
    private static final int MANAGEMENT = 8081;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** As {@code docker run} starts it, with nothing set. */
    ServiceContainer() {
        super(DockerImageName.parse(IMAGE));
        withImagePullPolicy(name -> false);
        withExposedPorts(SERVICE, MANAGEMENT);
        waitingFor(Wait.forHttp("/actuator/health/readiness")
                .forPort(MANAGEMENT)
                .forStatusCode(200)
                .withStartupTimeout(Duration.ofMinutes(2)));
    }

    /** As the chart starts it: this memory and no swap, a read-only root, no capabilities, a small {@code /tmp}. */
    ServiceContainer lockedDown(long memoryBytes) {
        return withCreateContainerCmdModifier(command -> command.getHostConfig()
                .withMemory(memoryBytes)
                .withMemorySwap(memoryBytes)
                .withReadonlyRootfs(true)
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges"))
                .withTmpFs(Map.of("/tmp", "rw,size=16m")));
    }

    /** Posts a picture. */
    HttpResponse<byte[]> transform(String query, byte[] picture) throws IOException, InterruptedException {
        return http.send(
                request(SERVICE, "/v1/transform?" + query)
                        .POST(BodyPublishers.ofByteArray(picture))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    /** What the service answers to a GET. */
    String get(String path) throws IOException, InterruptedException {
        return http.send(request(SERVICE, path).build(), BodyHandlers.ofString())
                .body();
    }

    /** What the management port answers to a GET. */
    String manage(String path) throws IOException, InterruptedException {
        return http.send(request(MANAGEMENT, path).build(), BodyHandlers.ofString())
                .body();
    }

    /** The sum of a metric over all its tags. */
    double metric(String name) throws IOException, InterruptedException {
        return manage("/actuator/prometheus")
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://" + getHost() + ":" + getMappedPort(port) + path))
                .timeout(Duration.ofMinutes(2));
    }

    /** What a command prints that is run in the container; fails when the command does. */
    String run(String... command) throws IOException, InterruptedException {
        ExecResult result = execInContainer(command);
        if (result.getExitCode() != 0) {
            throw new AssertionError(String.join(" ", command) + " ended with " + result.getExitCode() + ": "
                    + result.getStdout() + result.getStderr());
        }
        return result.getStdout().strip();
    }

    /** The line of the log with this text. */
    String logLine(String text) {
        return getLogs()
                .lines()
                .filter(line -> line.contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line with \"" + text + "\" in the log:\n" + getLogs()));
    }

    /** Whether it runs, how it ended, and whether the kernel killed it. */
    ContainerState state() {
        return getDockerClient().inspectContainerCmd(getContainerId()).exec().getState();
    }
}
