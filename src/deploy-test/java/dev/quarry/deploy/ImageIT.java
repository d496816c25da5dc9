package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The image in a container of 512 MB, as the chart runs it. */
@Testcontainers
class ImageIT {

    @Container
    private static final ServiceContainer SERVICE = new ServiceContainer().lockedDown(512L << 20);

    private static final byte[] PHOTO = Pictures.of("jpeg", 640, 480);

    @Test
    void process_inContainer_isJavaWithoutRights() throws Exception {
        assertEquals("java", SERVICE.run("cat", "/proc/1/comm"));
        Map<String, String> status = SERVICE.run("cat", "/proc/1/status")
                .lines()
                .map(line -> line.split(":\\s*", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        assertEquals("10001\t10001\t10001\t10001", status.get("Uid"));
        assertEquals("0000000000000000", status.get("CapEff"));
        assertEquals("1", status.get("NoNewPrivs"));
    }

    @Test
    void rootFileSystem_isNotWritten() throws Exception {
        assertNotEquals(0, SERVICE.execInContainer("touch", "/app/file").getExitCode());
        assertEquals(200, SERVICE.transform("resize=300x&format=png", PHOTO).statusCode());
        String files = SERVICE.run("find", "/tmp", "-type", "f");
        assertEquals("", files);
    }

    @Test
    void memoryPlan_isTheChartsPlan() {
        String line = SERVICE.logLine("StartReport                   : Memory: ");
        assertTrue(
                line.endsWith("= 126.0 MB heap + 196.0 MB storage + 160.0 MB native + 30.0 MB sockets + 0.0 MB spare"),
                line);
        assertTrue(line.contains("512.0 MB (/sys/fs/cgroup/"), line);
    }

    @Test
    void nativeLibraries_allOfThem_areUsed() throws Exception {
        assertFalse(SERVICE.getLogs().contains("is not used for"), SERVICE.getLogs());
        assertTrue(SERVICE.manage("/actuator/prometheus").contains("quarry_kernel{provider=\"vector\""));
        SERVICE.logLine("Kernels: vector");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "webp"})
    void transform_toEachFormat_answers(String format) throws Exception {
        var answer = SERVICE.transform("resize=300x&format=" + format, PHOTO);
        assertEquals(200, answer.statusCode());
        assertEquals(List.of("image/" + format), answer.headers().allValues("content-type"));
    }

    @Test
    void aheadOfTimeCache_isMapped() throws Exception {
        assertTrue(SERVICE.run("cat", "/proc/1/maps").contains("/app/app.aot"));
        assertFalse(SERVICE.getLogs().contains("[aot]"), SERVICE.getLogs());
    }

    @Test
    void font_isFound() throws Exception {
        assertTrue(SERVICE.run("fc-match", "sans").contains("DejaVu"));
    }

    /** What the runbook asks an operator to do. */
    @Test
    void threadDump_byTheRunbook_showsTheWorkers() throws Exception {
        assertTrue(SERVICE.run("jcmd", "1", "Thread.print").contains("quarry-worker-0"));
    }
}
