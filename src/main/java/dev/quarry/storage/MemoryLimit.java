package dev.quarry.storage;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much memory this process may use: the limit of its control group, where one is set below the machine's memory, else
 * the machine's.
 *
 * @param bytes the limit
 * @param ofContainer whether a control group sets it
 * @param source the file that says so, or what it is
 */
record MemoryLimit(long bytes, boolean ofContainer, String source) {

    private static final String GROUPS = "sys/fs/cgroup";
    private static final String UNLIMITED = "max";

    /** Reads it from the files below {@code root}, {@code /} but for tests. */
    static MemoryLimit read(Path root) {
        MemoryLimit machine = new MemoryLimit(machineBytes(root), false, "memory of this machine");
        return groupLimits(root)
                .filter(limit -> limit.bytes < machine.bytes)
                .reduce((one, other) -> one.bytes <= other.bytes ? one : other)
                .orElse(machine);
    }

    private static Stream<MemoryLimit> groupLimits(Path root) {
        Path groups = root.resolve(GROUPS);
        List<String> memberships = lines(root.resolve("proc/self/cgroup"));
        if (Files.exists(groups.resolve("cgroup.controllers"))) {
            String path = membership(memberships, "0::").orElse("/");
            return limits(root, groups, path, "memory.max");
        }
        String path = memberships.stream()
                .filter(line -> line.split(":", 3).length == 3
                        && List.of(line.split(":", 3)[1].split(",")).contains("memory"))
                .map(line -> line.split(":", 3)[2])
                .findFirst()
                .orElse("/");
        return limits(root, groups.resolve("memory"), path, "memory.limit_in_bytes");
    }

    private static Optional<String> membership(List<String> memberships, String prefix) {
        return memberships.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst();
    }

    /** The limits of a group and of all groups around it; in a container its own group is often seen as the outermost. */
    private static Stream<MemoryLimit> limits(Path root, Path groups, String path, String file) {
        Path own = groups.resolve(path.substring(Math.min(1, path.length()))).normalize();
        Path start = own.startsWith(groups) ? own : groups;
        return Stream.iterate(start, group -> group.startsWith(groups), Path::getParent)
                .map(group -> group.resolve(file))
                .filter(Files::exists)
                .flatMap(limit -> limit(root, limit).stream());
    }

    private static Optional<MemoryLimit> limit(Path root, Path file) {
        String text = lines(file).stream().findFirst().orElse(UNLIMITED).strip();
        if (text.equals(UNLIMITED)) {
            return Optional.empty();
        }
        return Optional.of(new MemoryLimit(Long.parseLong(text), true, "/" + root.relativize(file)));
    }

    private static long machineBytes(Path root) {
        return lines(root.resolve("proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseGet(() -> ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getTotalMemorySize());
    }

    private static List<String> lines(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the memory limit", e);
        }
    }
}
