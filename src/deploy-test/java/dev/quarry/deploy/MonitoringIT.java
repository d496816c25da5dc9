package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import tools.jackson.databind.JsonNode;

/** A Prometheus that scrapes the service under load: every query of the dashboard and of the alerts gives data. */
@Testcontainers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitoringIT {

    private static final Network NETWORK = Network.newNetwork();

    @Container
    private static final ServiceContainer SERVICE =
            new ServiceContainer().lockedDown(512L << 20).withNetwork(NETWORK).withNetworkAliases("quarry");

    @Container
    private static final Prometheus PROMETHEUS = prometheus();

    /** What only a cluster has: cAdvisor's and kube-state-metrics' series. */
    private static final List<String> OF_A_CLUSTER = List.of("container_memory_", "kube_");

    private static final Path VALUES = Path.of("target/dashboard-values.md");
    private static final long LOAD_SECONDS = 20;
    private static final int MOST_VALUES = 4;

    private static Load load;

    private static Prometheus prometheus() {
        try {
            return new Prometheus().withNetwork(NETWORK).dependsOn(SERVICE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    static void beginLoad() throws Exception {
        load = new Load(SERVICE);
        Thread.sleep(LOAD_SECONDS * 1000);
    }

    @AfterAll
    static void close() {
        load.close();
    }

    @Test
    @Order(1)
    void dashboard_everyQuery_givesData() throws Exception {
        List<String> report = new ArrayList<>(List.of("| panel | query | value |", "|---|---|---|"));
        List<String> empty = new ArrayList<>();
        for (Panel panel : Panel.all()) {
            JsonNode series = PROMETHEUS.query(panel.expression());
            report.add("| %s | `%s` | %s |"
                    .formatted(panel.title(), panel.expression().replace("|", "\\|"), describe(series)));
            if (series.isEmpty() != isOfCluster(panel.expression())) {
                empty.add(panel.title() + ": " + panel.expression() + " gave " + series);
            }
        }
        Files.write(VALUES, report);
        report.forEach(System.out::println);
        assertEquals(List.of(), empty);
    }

    @Test
    @Order(2)
    void alerts_everyCondition_givesData() throws Exception {
        List<String> empty = new ArrayList<>();
        for (Alert alert : Alert.all()) {
            JsonNode series = PROMETHEUS.query(alert.withoutFilter());
            System.out.println(alert.name() + ": " + describe(series));
            if (series.isEmpty() != isOfCluster(alert.expression())) {
                empty.add(alert.name() + ": " + alert.withoutFilter() + " gave " + series);
            }
        }
        assertEquals(List.of(), empty);
    }

    @Test
    @Order(3)
    void arenas_underLoad_holdMemory() throws Exception {
        JsonNode most = PROMETHEUS.query("max_over_time(sum(quarry_arena_used_bytes)[20s:1s])");
        assertTrue(Double.parseDouble(value(most.get(0))) > 0, most.toString());
    }

    @Test
    @Order(4)
    void load_everyRequest_isAnsweredAsItShouldBe() throws Exception {
        int requests = load.end();
        System.out.println(requests + " requests");
        assertTrue(requests > 0);
    }

    @Test
    @Order(5)
    void alerts_ofHealthyService_areLoadedAndSilent() throws Exception {
        List<String> loaded = new ArrayList<>();
        for (JsonNode group : PROMETHEUS.api("rules").path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                assertEquals("ok", rule.path("health").asString(), rule.toString());
                loaded.add(rule.path("name").asString());
            }
        }
        assertEquals(Alert.all().stream().map(Alert::name).toList(), loaded);
        assertTrue(PROMETHEUS.api("alerts").path("alerts").isEmpty(), "alerts of a healthy service");
    }

    @Test
    @Order(6)
    void alerts_unitTests_pass() throws Exception {
        var result = PROMETHEUS.execInContainer("promtool", "test", "rules", "/etc/prometheus/alerts_test.yaml");
        assertEquals(0, result.getExitCode(), result.getStdout() + result.getStderr());
    }

    @Test
    @Order(7)
    void alerts_unitTests_failForAnotherThreshold() throws Exception {
        String altered = Files.readString(Prometheus.ALERTS).replace("> 0.9\n", "> 0.99\n");
        String tests = Files.readString(Prometheus.ALERT_TESTS).replace("[alerts.yaml]", "[altered.yaml]");
        PROMETHEUS.copyFileToContainer(Transferable.of(altered), "/tmp/altered.yaml");
        PROMETHEUS.copyFileToContainer(Transferable.of(tests), "/tmp/altered_test.yaml");
        var result = PROMETHEUS.execInContainer("promtool", "test", "rules", "/tmp/altered_test.yaml");
        assertNotEquals(0, result.getExitCode());
        assertTrue((result.getStdout() + result.getStderr()).contains("QuarryMemoryReserved"), result.getStdout());
    }

    /** The runbook's first page, as an operator would see it come: the service goes, and the alert waits its two minutes. */
    @Test
    @Order(8)
    void alerts_ofStoppedService_become_pending() throws Exception {
        SERVICE.getDockerClient().killContainerCmd(SERVICE.getContainerId()).exec();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String alerts = "";
        while (!alerts.contains("QuarryDown") && System.nanoTime() < end) {
            Thread.sleep(500);
            alerts = PROMETHEUS.api("alerts").toString();
        }
        assertTrue(alerts.contains("QuarryDown"), alerts);
        assertFalse(alerts.contains("QuarryErrors"), alerts);
    }

    private static boolean isOfCluster(String expression) {
        return OF_A_CLUSTER.stream().anyMatch(expression::contains);
    }

    private static String describe(JsonNode series) {
        if (series.isEmpty()) {
            return "none: these series come from cAdvisor and kube-state-metrics, which only a cluster has";
        }
        List<String> values = new ArrayList<>();
        series.forEach(one -> values.add(value(one)));
        return values.size() <= MOST_VALUES
                ? String.join(", ", values)
                : "%d series, the first %s".formatted(values.size(), values.getFirst());
    }

    private static String value(JsonNode series) {
        return series.path("value").path(1).asString();
    }
}
