package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A warm vector kernel allocates nothing; where it does, vectors are boxed, which is as slow as not having them.
 *
 * <p>A kernel that is built wrongly boxes in every JVM. A sound one does so in about one of ten that ran many other kernels
 * before: the compiler then leaves a vector or a few of each step on the heap, by what it had seen of the vector classes until
 * then. So a kernel passes when it allocates nothing in one of several fresh JVMs, each of which runs all that are in question.
 */
class VectorAllocationTest {

    private static final int JVMS = 4;

    @TempDir
    Path directory;

    @Test
    void kernels_warm_allocateNothing() throws IOException, InterruptedException {
        assumeTrue(VectorKernels.widestBits() >= VectorKernels.BITS, "vectors wider than the processor's are boxed");
        Map<String, Long> bytes = run();
        assertTrue(bytes.size() >= 48, () -> "kernels measured: " + bytes.keySet());
        for (int jvm = 1; jvm < JVMS && bytes.values().stream().anyMatch(b -> b > 0); jvm++) {
            // With all the others again, so that what the compiler has seen is as mixed as in a service.
            run().forEach((name, again) -> bytes.merge(name, again, Math::min));
        }
        bytes.values().removeIf(b -> b == 0);
        assertEquals(Map.of(), bytes, "bytes that each call allocates in every one of " + JVMS + " JVMs");
    }

    /** What {@link AllocationRun} prints in a JVM of its own. */
    private Map<String, Long> run() throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AllocationRun.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "the program ends");
        List<String> lines = Files.readAllLines(output);
        assertEquals(0, process.exitValue(), () -> String.join("\n", lines));
        Map<String, Long> bytes = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            if (words.length == 2) {
                bytes.put(words[0], Long.valueOf(words[1]));
            }
        }
        return bytes;
    }
}
