package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file below docs that is made from code: compared with what the code says, or written with -Dquarry.docs.write=true. */
public final class GeneratedDocument {

    private static final Path FOLDER = Path.of("docs");

    private GeneratedDocument() {}

    /** Fails when the file is stale. */
    public static void check(String name, String expected) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("quarry.docs.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, expected);
        }
        String actual = Files.exists(file) ? Files.readString(file) : "";
        assertEquals(expected, actual, file + " is stale; run the test with -Dquarry.docs.write=true");
    }
}
