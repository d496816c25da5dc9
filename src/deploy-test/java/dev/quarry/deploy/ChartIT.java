package dev.quarry.deploy;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart: what it renders with which values, and what it refuses. */
class ChartIT {

    private static final Path RENDERED = Path.of("target/helm");

    @Test
    void lint_strict_findsNothing() {
        var result = new Helm(Chart.DIRECTORY).lint().strict().call();
        assertFalse(result.isFailed(), () -> String.join("\n", result.getMessages()));
    }

    static Stream<Arguments> valueSets() {
        return Stream.of(
                Arguments.of(
                        "default",
                        List.of(),
                        "ConfigMap Deployment PodDisruptionBudget Service Service ServiceAccount"),
                Arguments.of(
                        "autoscaling",
                        List.of("autoscaling.enabled=true", "autoscaling.queueSeconds=5"),
                        "ConfigMap Deployment HorizontalPodAutoscaler PodDisruptionBudget Service Service ServiceAccount"),
                Arguments.of(
                        "monitoring",
                        List.of("serviceMonitor.enabled=true", "prometheusRule.enabled=true", "dashboard.enabled=true"),
                        "ConfigMap ConfigMap Deployment PodDisruptionBudget PrometheusRule Service Service ServiceAccount ServiceMonitor"),
                Arguments.of(
                        "network-policy",
                        List.of("networkPolicy.enabled=true"),
                        "ConfigMap Deployment NetworkPolicy PodDisruptionBudget Service Service ServiceAccount"),
                Arguments.of(
                        "ingress",
                        List.of(
                                "ingress.enabled=true",
                                "ingress.className=nginx",
                                "ingress.tls[0].secretName=certificate",
                                "ingress.tls[0].hosts[0]=quarry.example.com"),
                        "ConfigMap Deployment Ingress PodDisruptionBudget Service Service ServiceAccount"),
                Arguments.of(
                        "bare",
                        List.of(
                                "serviceAccount.create=false",
                                "podDisruptionBudget.enabled=false",
                                "configSecret=keys",
                                "priorityClassName=high",
                                "nodeSelector.disk=ssd",
                                "podLabels.team=pictures",
                                "imagePullSecrets[0].name=registry",
                                "tolerations[0].key=pictures",
                                "tolerations[0].operator=Exists"),
                        "ConfigMap Deployment Service Service"));
    }

    /** Also leaves each rendering in {@code target/helm}, for the validation against the schemas of Kubernetes. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("valueSets")
    void render_ofValues_givesKnownFieldsOnly(String name, List<String> values, String kinds) throws IOException {
        Chart chart = Chart.render(values.toArray(String[]::new));
        Files.createDirectories(RENDERED);
        Files.writeString(RENDERED.resolve(name + ".yaml"), chart.yaml());
        assertEquals(List.of(kinds.split(" ")), chart.kinds());
        assertEquals(List.of(), chart.unknownFields());
    }

    @Test
    void unknownFields_ofMisspeltOne_nameIt(@TempDir Path copy) throws IOException {
        Path template = copyTo(copy).resolve("templates/deployment.yaml");
        Files.writeString(template, Files.readString(template).replace("readinessProbe:", "readynessProbe:"));
        assertEquals(List.of("Container.readynessProbe"), Chart.render(copy).unknownFields());
    }

    @Test
    void unknownFields_ofMisspeltOneInCustomResource_nameIt(@TempDir Path copy) throws IOException {
        Path template = copyTo(copy).resolve("templates/servicemonitor.yaml");
        Files.writeString(template, Files.readString(template).replace("interval:", "intervall:"));
        assertEquals(
                List.of("Endpoint.intervall"),
                Chart.render(copy, "serviceMonitor.enabled=true").unknownFields());
    }

    @Test
    void testPod_ofChart_hasKnownFieldsAndIsNotServed(@TempDir Path copy) throws IOException {
        Chart chart = withTestPod(copy);
        assertEquals(List.of(), chart.unknownFields());
        var labels = chart.only(Pod.class).getMetadata().getLabels();
        Map<String, String> selector =
                chart.named(Service.class, "demo-quarry").getSpec().getSelector();
        assertFalse(labels.entrySet().containsAll(selector.entrySet()), "the test pod would get requests");
    }

    /** The pod of {@code helm test}, of a chart that is copied to the directory. */
    static PodSpec testPod(Path directory, String... values) throws IOException {
        return withTestPod(directory, values).only(Pod.class).getSpec();
    }

    /** Helm keeps hooks out of the rendering; without the annotation the pod is an object like the others. */
    private static Chart withTestPod(Path directory, String... values) throws IOException {
        Path template = copyTo(directory).resolve("templates/tests/transform.yaml");
        Files.writeString(template, Files.readString(template).replace("helm.sh/hook", "example.com/hook"));
        return Chart.render(directory, values);
    }

    @Test
    void pod_byDefault_isLockedDown() {
        PodSpec pod = podOf(Chart.render());
        Container container = pod.getContainers().getFirst();
        assertEquals(false, pod.getAutomountServiceAccountToken());
        assertEquals(true, pod.getSecurityContext().getRunAsNonRoot());
        assertEquals(10001L, pod.getSecurityContext().getRunAsUser());
        assertEquals(
                "RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
        assertEquals(true, container.getSecurityContext().getReadOnlyRootFilesystem());
        assertEquals(false, container.getSecurityContext().getAllowPrivilegeEscalation());
        assertEquals(
                List.of("ALL"), container.getSecurityContext().getCapabilities().getDrop());
        assertEquals(2, pod.getTopologySpreadConstraints().size());
    }

    @Test
    void probes_all_askTheManagementPort() {
        Container container = podOf(Chart.render()).getContainers().getFirst();
        assertProbe("/actuator/health/liveness", container.getStartupProbe());
        assertProbe("/actuator/health/liveness", container.getLivenessProbe());
        assertProbe("/actuator/health/readiness", container.getReadinessProbe());
        assertEquals(
                8081,
                container.getPorts().stream()
                        .filter(port -> port.getName().equals("management"))
                        .findFirst()
                        .orElseThrow()
                        .getContainerPort());
    }

    private static void assertProbe(String path, Probe probe) {
        assertEquals(path, probe.getHttpGet().getPath());
        assertEquals("management", probe.getHttpGet().getPort().getStrVal());
    }

    @Test
    void shutdown_ofGivenTimes_leavesGraceForAllOfIt() {
        Chart chart = Chart.render("shutdown.preStopSeconds=7", "shutdown.drainSeconds=20");
        PodSpec pod = podOf(chart);
        assertEquals(
                7L,
                pod.getContainers()
                        .getFirst()
                        .getLifecycle()
                        .getPreStop()
                        .getSleep()
                        .getSeconds());
        assertEquals(7 + 2 * 20 + 5, pod.getTerminationGracePeriodSeconds());
        String settings = settingsOf(chart);
        assertTrue(settings.contains("quarry.engine.drain: 20s"), settings);
        assertTrue(settings.contains("spring.lifecycle.timeout-per-shutdown-phase: 20s"), settings);
    }

    @Test
    void config_nestedOrDotted_reachesTheServiceAndMakesNewPods() {
        Chart chart = Chart.render("config.quarry.limits.body=32MB", "config.quarry\\.engine\\.workers=4");
        String settings = settingsOf(chart);
        assertTrue(settings.contains("quarry:\n  limits:\n    body: 32MB"), settings);
        assertTrue(settings.contains("quarry.engine.workers: 4"), settings);
        assertEquals("file:/etc/quarry/config/", environment(chart, "SPRING_CONFIG_ADDITIONAL_LOCATION"));
        assertNotEquals(checksum(Chart.render()), checksum(chart));
    }

    private static String checksum(Chart chart) {
        return requireNonNull(chart.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .get("checksum/config"));
    }

    @Test
    void configSecret_whenNamed_isReadAsSettings() {
        Chart chart = Chart.render("configSecret=keys");
        assertEquals("configtree:/etc/quarry/secret/", environment(chart, "SPRING_CONFIG_IMPORT"));
        assertTrue(podOf(chart).getVolumes().stream()
                .anyMatch(volume -> volume.getSecret() != null
                        && volume.getSecret().getSecretName().equals("keys")));
    }

    @Test
    void autoscaling_withQueueMetric_leavesTheReplicasToTheAutoscaler() {
        Chart chart = Chart.render("autoscaling.enabled=true", "autoscaling.queueSeconds=5");
        assertNull(chart.only(Deployment.class).getSpec().getReplicas());
        var metrics = chart.only(HorizontalPodAutoscaler.class).getSpec().getMetrics();
        assertEquals(80, metrics.getFirst().getResource().getTarget().getAverageUtilization());
        assertEquals(
                "quarry_queue_cost_seconds",
                metrics.get(1).getPods().getMetric().getName());
    }

    @Test
    void ingress_ofNginx_letsThroughWhatTheServiceTakes() {
        Chart chart = Chart.render("ingress.enabled=true", "config.quarry.limits.body=32MB");
        Map<String, String> annotations =
                chart.only(Ingress.class).getMetadata().getAnnotations();
        assertEquals(Long.toString(32L << 20), annotations.get("nginx.ingress.kubernetes.io/proxy-body-size"));
        assertEquals("off", annotations.get("nginx.ingress.kubernetes.io/proxy-request-buffering"));
    }

    @Test
    void networkPolicy_byDefault_opensTheManagementPortToMonitoringOnly() {
        var rules = Chart.render("networkPolicy.enabled=true")
                .only(NetworkPolicy.class)
                .getSpec()
                .getIngress();
        assertEquals("http", rules.getFirst().getPorts().getFirst().getPort().getStrVal());
        assertEquals(List.of(), rules.getFirst().getFrom());
        assertEquals("management", rules.get(1).getPorts().getFirst().getPort().getStrVal());
        assertEquals(1, rules.get(1).getFrom().size());
    }

    @Test
    void networkPolicy_withoutScrapers_closesTheManagementPort() {
        var rules = Chart.render("networkPolicy.enabled=true", "networkPolicy.managementFrom=null")
                .only(NetworkPolicy.class)
                .getSpec()
                .getIngress();
        assertEquals(1, rules.size());
    }

    @Test
    void publicService_always_leavesTheManagementPortOut() {
        Chart chart = Chart.render("service.type=LoadBalancer");
        Service open = chart.named(Service.class, "demo-quarry");
        assertEquals("LoadBalancer", open.getSpec().getType());
        assertEquals(
                List.of("http"),
                open.getSpec().getPorts().stream()
                        .map(port -> port.getTargetPort().getStrVal())
                        .toList());
    }

    @Test
    void serviceAccount_whenNotCreated_isTheNamespaces() {
        Chart chart = Chart.render("serviceAccount.create=false");
        assertEquals(List.of(), chart.all(ServiceAccount.class));
        assertEquals("default", podOf(chart).getServiceAccountName());
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("replicaCuont=3", "replicaCuont"),
                Arguments.of("replicaCount=many", "/replicaCount"),
                Arguments.of("service.port=0", "/service/port"),
                Arguments.of("service.type=Public", "/service/type"),
                Arguments.of("image.pullPolicy=Sometimes", "/image/pullPolicy"),
                Arguments.of("resources.limits.memory=lots", "/resources/limits/memory"),
                Arguments.of("resources.limits.memory=null", "memory"),
                Arguments.of("extraEnv[0].name=JDK_JAVA_OPTIONS", "/extraEnv/0/name"),
                Arguments.of("jvm.options[0]=-Xmx99m", "jvm.heap"),
                Arguments.of("jvm.heap=plenty", "/jvm/heap"),
                Arguments.of("config.server.port=9", "service.port"),
                Arguments.of("config.quarry.engine.drain=9s", "shutdown.drainSeconds"),
                Arguments.of("config.quarry\\.storage\\.budget=9XB", "9XB is not a size such as 64MB"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void render_ofImpossibleValue_namesIt(String value, String named) {
        var refusal = assertThrows(IllegalStateException.class, () -> Chart.render(value));
        assertTrue(String.valueOf(refusal.getMessage()).contains(named), refusal.getMessage());
    }

    static PodSpec podOf(Chart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    }

    static String environment(Chart chart, String name) {
        return podOf(chart).getContainers().getFirst().getEnv().stream()
                .filter(variable -> variable.getName().equals(name))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    private static String settingsOf(Chart chart) {
        return requireNonNull(
                chart.named(ConfigMap.class, "demo-quarry").getData().get("application.yaml"));
    }

    private static Path copyTo(Path target) throws IOException {
        try (Stream<Path> files = Files.walk(Chart.DIRECTORY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(Chart.DIRECTORY.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return target;
    }
}
