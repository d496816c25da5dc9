package dev.quarry.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the system says that this process has cost so far. Times come in steps of 10 ms.
 *
 * @param userMillis time in the process itself, all threads
 * @param systemMillis time in the kernel for it
 * @param minorFaults pages that the kernel had to provide
 */
public record ProcessCost(long userMillis, long systemMillis, long minorFaults) {

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");
    private static final int MILLIS_PER_TICK = 10;

    /** The cost up to now. */
    public static ProcessCost now() {
        String line = read(STAT);
        // The name of the program stands in parentheses and may contain spaces; the state is the first field after it.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcessCost(
                Long.parseLong(fields[11]) * MILLIS_PER_TICK,
                Long.parseLong(fields[12]) * MILLIS_PER_TICK,
                Long.parseLong(fields[7]));
    }

    /** What was added since {@code earlier}. */
    public ProcessCost since(ProcessCost earlier) {
        return new ProcessCost(
                userMillis - earlier.userMillis,
                systemMillis - earlier.systemMillis,
                minorFaults - earlier.minorFaults);
    }

    /** The most memory that was resident at one time since {@link #forgetPeak}, in bytes. */
    public static long peakResidentBytes() {
        return status("VmHWM:");
    }

    /** The memory that is resident now, in bytes. */
    public static long residentBytes() {
        return status("VmRSS:");
    }

    /** Lets the peak begin at what is resident now. */
    public static void forgetPeak() {
        try {
            Files.writeString(CLEAR, "5");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long status(String name) {
        return read(STATUS)
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseThrow();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
