package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source files stay small enough to read in one sitting. */
class SourceSizeTest {

    @Test
    void sourceFiles_all_haveAtMost500Lines() throws IOException {
        assertEquals(
                List.of(), javaFiles(Path.of("src")).filter(f -> lines(f) > 500).toList());
    }

    @Test
    void mainFiles_median_hasAtMost90Lines() throws IOException {
        List<Long> sizes = javaFiles(Path.of("src/main"))
                .filter(file -> !file.endsWith("package-info.java"))
                .map(SourceSizeTest::lines)
                .sorted()
                .toList();
        assertTrue(sizes.get(sizes.size() / 2) <= 90, "median is " + sizes.get(sizes.size() / 2));
        assertTrue(sizes.get(sizes.size() * 9 / 10) <= 250, "90th percentile is " + sizes.get(sizes.size() * 9 / 10));
    }

    private static Stream<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
