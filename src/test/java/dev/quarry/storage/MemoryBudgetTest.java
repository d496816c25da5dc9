package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryBudgetTest {

    private static final long MB = 1L << 20;

    @TempDir
    private Path root;

    @BeforeEach
    void machineOf8Gigabytes() throws IOException {
        write("proc/meminfo", "MemTotal:        8388608 kB\nMemFree:         1000000 kB\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void unified(String membership) throws IOException {
        write("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
        write("proc/self/cgroup", membership);
    }

    @Test
    void automatic_containerOfVersion2_getsWhatIsLeft() throws IOException {
        unified("0::/\n");
        write("sys/fs/cgroup/memory.max", 512 * MB + "\n");
        MemoryBudget plan = MemoryBudget.automatic(root, 96 * MB, MemoryBudget.NATIVE_BYTES, 30 * MB);
        assertEquals((512 - 96 - 160 - 30) * MB, plan.storageBytes());
        assertEquals("/sys/fs/cgroup/memory.max", plan.limitSource());
        assertEquals(
                "512.0 MB (/sys/fs/cgroup/memory.max) = 96.0 MB heap + 226.0 MB storage + 160.0 MB native + 30.0 MB sockets + 0.0 MB spare",
                plan.describe());
    }

    @Test
    void automatic_nestedGroups_obeysTheTightest() throws IOException {
        unified("0::/pods/one\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        write("sys/fs/cgroup/pods/memory.max", 400 * MB + "\n");
        write("sys/fs/cgroup/pods/one/memory.max", 600 * MB + "\n");
        assertEquals(
                200 * MB, MemoryBudget.automatic(root, 40 * MB, 160 * MB, 0).storageBytes());
    }

    @Test
    void automatic_containerOfVersion1_getsWhatIsLeft() throws IOException {
        write("proc/self/cgroup", "9:name=systemd:/\n5:cpu,memory:/docker/abc\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", 300 * MB + "\n");
        assertEquals(
                100 * MB, MemoryBudget.automatic(root, 40 * MB, 160 * MB, 0).storageBytes());
    }

    @Test
    void automatic_groupPathOfTheHost_isFoundAtTheTop() throws IOException {
        write("proc/self/cgroup", "5:memory:/kubepods/not/visible/here\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 300 * MB + "\n");
        assertEquals(
                100 * MB, MemoryBudget.automatic(root, 40 * MB, 160 * MB, 0).storageBytes());
        write("proc/self/cgroup", "5:memory:/../elsewhere\n");
        assertEquals(
                100 * MB, MemoryBudget.automatic(root, 40 * MB, 160 * MB, 0).storageBytes());
    }

    @Test
    void automatic_withoutLimit_getsAQuarterUpTo2Gigabytes() throws IOException {
        unified("0::/\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        MemoryBudget plan = MemoryBudget.automatic(root, 96 * MB, 160 * MB, 0);
        assertEquals(2048 * MB, plan.storageBytes());
        assertEquals((8192 - 2048 - 96 - 160) * MB, plan.spareBytes());
        write("proc/meminfo", "MemTotal:        2097152 kB\n");
        assertEquals(
                512 * MB, MemoryBudget.automatic(root, 96 * MB, 160 * MB, 0).storageBytes());
    }

    @Test
    void automatic_limitAboveTheMachine_isNone() throws IOException {
        unified("0::/\n");
        write("sys/fs/cgroup/memory.max", 64_000 * MB + "\n");
        assertEquals(
                "memory of this machine",
                MemoryBudget.automatic(root, 96 * MB, 160 * MB, 0).limitSource());
    }

    @Test
    void automatic_nothingLeft_refusesWithTheSum() throws IOException {
        unified("0::/\n");
        write("sys/fs/cgroup/memory.max", 256 * MB + "\n");
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> MemoryBudget.automatic(root, 96 * MB, 160 * MB, MB));
        assertEquals(
                "The memory does not fit: 96.0 MB heap + 160.0 MB native + 1.0 MB sockets + 16.0 MB storage = 273.0 MB, but there are 256.0 MB (/sys/fs/cgroup/memory.max). Raise the limit, lower -Xmx, or set quarry.storage.budget.",
                refusal.getMessage());
    }

    @Test
    void fixed_thatFits_isTakenAndThatDoesNot_isRefused() throws IOException {
        unified("0::/\n");
        write("sys/fs/cgroup/memory.max", 512 * MB + "\n");
        assertEquals(
                56 * MB,
                MemoryBudget.fixed(root, 96 * MB, 160 * MB, 0, 200 * MB).spareBytes());
        assertThrows(IllegalArgumentException.class, () -> MemoryBudget.fixed(root, 96 * MB, 160 * MB, 0, 257 * MB));
    }

    @Test
    void automatic_thisMachine_makesAPlan() {
        assertTrue(MemoryBudget.automatic(Path.of("/"), MB, MB, 0).storageBytes() > 0);
    }
}
