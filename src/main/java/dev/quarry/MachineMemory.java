package dev.quarry;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory this process may use.
 *
 * @param limitBytes the container's limit, or the machine's memory
 * @param limited whether a container's limit is the smaller one
 */
record MachineMemory(long limitBytes, boolean limited) {

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String TOTAL = "MemTotal:";

    /** Asks the JVM, which knows the container's limits, and the kernel, which knows the machine. */
    static MachineMemory read() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long visible = system.getTotalMemorySize();
        return new MachineMemory(visible, visible < physicalBytes(visible));
    }

    private static long physicalBytes(long visible) {
        if (!Files.isReadable(MEMINFO)) {
            return visible;
        }
        try (var lines = Files.lines(MEMINFO)) {
            return lines.filter(line -> line.startsWith(TOTAL))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
                    .findFirst()
                    .orElse(visible);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
