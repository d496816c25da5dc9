package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.MemoryBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart's memory plan against the service's own. */
class MemoryPlanIT {

    private static final long SOCKET_BYTES = 30L << 20;

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource({"332Mi, 348127232", "512Mi, 536870912", "1Gi, 1073741824", "2Gi, 2147483648", "1500M, 1500000000"})
    void plan_ofLimit_isTheServicesPlan(String limit, long limitBytes) throws IOException {
        Chart chart = Chart.render("resources.limits.memory=" + limit);
        MemoryBudget plan = MemoryBudget.automatic(
                container(limitBytes), heapBytes(chart), MemoryBudget.NATIVE_BYTES, SOCKET_BYTES);
        assertEquals(withoutSource(plan.describe()), line(chart));
    }

    @Test
    void plan_withBudget_isTheServicesPlan() throws IOException {
        Chart chart = Chart.render("resources.limits.memory=1Gi", "config.quarry.storage.budget=300MB");
        MemoryBudget plan = MemoryBudget.fixed(
                container(1L << 30), heapBytes(chart), MemoryBudget.NATIVE_BYTES, SOCKET_BYTES, 300L << 20);
        assertEquals(withoutSource(plan.describe()), line(chart));
    }

    @Test
    void plan_withHeap_countsIt() {
        Chart chart = Chart.render("resources.limits.memory=1Gi", "jvm.heap=300Mi");
        assertEquals(300L << 20, heapBytes(chart));
        assertTrue(line(chart).contains("300.0 MB heap + 534.0 MB storage"), line(chart));
    }

    @Test
    void limit_tooSmall_isRefusedWithTheServicesSum() throws IOException {
        Path container = container(331L << 20);
        var service = assertThrows(
                IllegalArgumentException.class,
                () -> MemoryBudget.automatic(container, 126L << 20, MemoryBudget.NATIVE_BYTES, SOCKET_BYTES));
        var chart = assertThrows(IllegalStateException.class, () -> Chart.render("resources.limits.memory=331Mi"));
        String sum = String.valueOf(service.getMessage()).replaceFirst(" \\(.*", "");
        assertEquals(
                "The memory does not fit: 126.0 MB heap + 160.0 MB native + 30.0 MB sockets + 16.0 MB storage = 332.0 MB, but there are 331.0 MB",
                sum);
        assertTrue(String.valueOf(chart.getMessage()).contains(sum), chart.getMessage());
    }

    @Test
    void budget_tooLarge_isRefused() {
        var refusal = assertThrows(
                IllegalStateException.class,
                () -> Chart.render("resources.limits.memory=1Gi", "config.quarry.storage.budget=1GB"));
        assertTrue(
                String.valueOf(refusal.getMessage()).contains("1024.0 MB storage = 1420.0 MB"), refusal.getMessage());
    }

    private static long heapBytes(Chart chart) {
        String options = ChartIT.environment(chart, "JDK_JAVA_OPTIONS");
        return Long.parseLong(options.replaceFirst("^-Xmx(\\d+)$", "$1"));
    }

    /** The plan as a comment in the chart's Deployment. */
    static String line(Chart chart) {
        return chart.yaml()
                .lines()
                .filter(line -> line.contains("# memory plan: "))
                .map(line -> line.replaceFirst(".*# memory plan: ", ""))
                .findFirst()
                .orElseThrow();
    }

    private static String withoutSource(String description) {
        return description.replaceFirst(" \\([^)]*\\)", "");
    }

    /** Files as in a container with this limit, on a machine of 64 GB. */
    private Path container(long limitBytes) throws IOException {
        Path group = Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(group.resolve("cgroup.controllers"), "memory\n");
        Files.writeString(group.resolve("memory.max"), limitBytes + "\n");
        Path process = Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(process.resolve("cgroup"), "0::/\n");
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 67108864 kB\n");
        return root;
    }
}
