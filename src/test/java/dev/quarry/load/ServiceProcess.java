package dev.quarry.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The service in a process of its own on the loopback, and what an operator sees of it. */
final class ServiceProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 50;
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    private static final List<String> HELD = List.of(
            "quarry_scopes_live",
            "quarry_storage_used_bytes",
            "quarry_storage_reserved_bytes",
            "quarry_uploads_waiting",
            "quarry_queue_depth",
            "quarry_workers_busy");

    private final Process process;
    private final Path log;
    private final HttpClient operator = HttpClient.newHttpClient();
    private int port;
    private int managementPort;

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a service that plans with 160 MB beside a small heap, unless {@code settings} say otherwise. It is not warmed, and its
     * loops are plain ones, which need no warming; and it works at normal priority, so that other programs on this machine
     * do not decide how long its jobs take.
     */
    static ServiceProcess start(String... settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.quarry.QuarryApplication",
                "--server.port=0",
                "--management.server.port=0",
                "--quarry.warm-up.enabled=false",
                "--quarry.kernel.provider=scalar",
                "--quarry.fairness.large-nice=0",
                "--quarry.storage.budget=160MB"));
        for (String setting : settings) {
            String option = "--" + setting;
            String name = option.substring(0, option.indexOf('=') + 1);
            command.removeIf(usual -> usual.startsWith(name));
            command.add(option);
        }
        Path log = Files.createTempFile("quarry-load", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        ServiceProcess service = new ServiceProcess(process, log);
        service.awaitReady();
        return service;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            if (findPorts() && isReady()) {
                return;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        String said = log();
        close();
        throw new IllegalStateException("the service did not become ready:\n" + said);
    }

    /** Reads from the log which ports the system has chosen: the service's own first, then that for operators. */
    private boolean findPorts() throws IOException {
        List<Integer> ports = PORT.matcher(log())
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
        if (ports.size() < 2) {
            return false;
        }
        port = ports.get(0);
        managementPort = ports.get(1);
        return true;
    }

    /** Whether readiness is on; a service that does not answer is not ready. */
    boolean isReady() throws InterruptedException {
        try {
            return management("/actuator/health/readiness").statusCode() == 200;
        } catch (IOException notThere) {
            return false;
        }
    }

    private HttpResponse<String> management(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return operator.send(request, BodyHandlers.ofString());
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The sum of a meter's samples whose line contains {@code tag}. */
    double metric(String name, String tag) throws IOException, InterruptedException {
        return management("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .filter(line -> line.contains(tag))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    double metric(String name) throws IOException, InterruptedException {
        return metric(name, "");
    }

    /** Waits until no request holds anything: what is held after {@code limit}, nothing if all is well. */
    List<String> heldAfter(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        List<String> held = held();
        while (!held.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
            held = held();
        }
        if (metric("quarry_storage_leaks_total") + metric("quarry_storage_corruptions_total") > 0) {
            held.add("leaks or corruptions");
        }
        return held;
    }

    private List<String> held() throws IOException, InterruptedException {
        List<String> held = new ArrayList<>();
        for (String name : HELD) {
            double value = metric(name);
            if (value != 0) {
                held.add(name + " is " + value);
            }
        }
        return held;
    }

    /** The most memory that was resident at one time. */
    long peakResidentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseThrow();
    }

    /** Asks it to stop, as a supervisor does. */
    void terminate() {
        process.destroy();
    }

    /** Waits for its end and tells the exit status. */
    int awaitExit(Duration limit) throws InterruptedException, IOException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("still running after " + limit + ":\n" + log());
        }
        return process.exitValue();
    }

    /** All that it has written. */
    String log() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    /** Lines of the log that tell of a defect. */
    List<String> errors() throws IOException {
        return log().lines().filter(line -> line.contains(" ERROR ")).toList();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        operator.close();
        process.destroyForcibly();
        process.waitFor();
        Files.deleteIfExists(log);
    }
}
