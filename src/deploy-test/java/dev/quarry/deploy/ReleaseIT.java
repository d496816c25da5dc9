package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;

/** The image with the environment, the files and the memory that the chart gives it. */
class ReleaseIT {

    private static final Chart CHART = Chart.render(
            "config.quarry.engine.queue-capacity=17", "configSecret=keys", "resources.limits.memory=700Mi");
    private static final Network NETWORK = Network.newNetwork();
    private static final ServiceContainer SERVICE = release();

    /** Its root can be written, else nothing could be copied into it. */
    private static ServiceContainer release() {
        ServiceContainer service = new ServiceContainer()
                .withCreateContainerCmdModifier(command ->
                        command.getHostConfig().withMemory(700L << 20).withMemorySwap(700L << 20))
                .withNetwork(NETWORK)
                .withNetworkAliases("demo-quarry")
                .withCopyToContainer(
                        Transferable.of(CHART.named(ConfigMap.class, "demo-quarry")
                                .getData()
                                .get("application.yaml")),
                        "/etc/quarry/config/application.yaml")
                .withCopyToContainer(Transferable.of("1"), "/etc/quarry/secret/quarry.engine.workers");
        for (EnvVar variable : ChartIT.podOf(CHART).getContainers().getFirst().getEnv()) {
            service.withEnv(variable.getName(), variable.getValue());
        }
        return service;
    }

    @BeforeAll
    static void start() {
        SERVICE.start();
    }

    @AfterAll
    static void stop() {
        SERVICE.stop();
        NETWORK.close();
    }

    @Test
    void settings_ofConfigAndSecret_areTaken() throws Exception {
        assertEquals(17, SERVICE.metric("quarry_queue_capacity"));
        assertEquals(1, SERVICE.metric("quarry_workers_limit"));
    }

    @Test
    void memoryPlan_inTheLog_isTheChartsPlan() {
        String planned = MemoryPlanIT.line(CHART);
        String logged = SERVICE.logLine("Memory: ").replaceFirst(".*Memory: ", "");
        assertEquals(planned, logged.replaceFirst(" \\([^)]*\\)", ""));
    }

    @Test
    void testPod_againstTheService_passes(@TempDir Path copy) throws Exception {
        var result = test(copy, "service.port=8080");
        assertEquals(0, result.getExitCode(), result.getStdout() + result.getStderr());
        assertTrue(result.getStdout().startsWith("HTTP/1.1 200"), result.getStdout());
    }

    @Test
    void testPod_againstTheWrongPort_fails(@TempDir Path copy) throws Exception {
        assertNotEquals(0, test(copy, "service.port=9").getExitCode());
    }

    /** Runs beside the service what {@code helm test} runs in a pod. */
    private static ExecResult test(Path copy, String value) throws Exception {
        Container test = ChartIT.testPod(copy, value).getContainers().getFirst();
        String picture = test.getEnv().getFirst().getValue();
        return SERVICE.execInContainer(
                "env", "PICTURE=" + picture, "bash", "-euc", test.getArgs().getFirst());
    }
}
