package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list of licences against the bill of materials that the build makes. */
class NoticeIT {

    private static final Path BILL = Path.of("target/classes/META-INF/sbom/application.cdx.json");

    @Test
    void notice_listsWhatTheJarContainsAndNothingElse() throws IOException {
        JsonNode components =
                JsonMapper.shared().readTree(Files.readString(BILL)).path("components");
        List<String> contained = components
                .valueStream()
                .map(component -> component.path("group").asString() + ":"
                        + component.path("name").asString())
                .sorted()
                .toList();
        List<String> listed = Pattern.compile("(?m)^  (\\S+:\\S+)$")
                .matcher(Files.readString(Path.of("NOTICE")))
                .results()
                .map(match -> match.group(1))
                .sorted()
                .toList();
        assertEquals(contained, listed);
    }

    /** A library under another licence than these needs a decision before it is shipped. */
    @Test
    void licences_all_areKnownToBeCompatible() throws IOException {
        List<String> allowed = List.of(
                "Apache-2.0",
                "MIT",
                "BSD-2-Clause",
                "BSD-3-Clause",
                "BSD-4-Clause", // how the bill reads "The BSD License" of TwelveMonkeys, which has three clauses
                "CC0-1.0",
                "EPL-2.0",
                "LGPL-2.1-only",
                "GPL-2.0-with-classpath-exception");
        JsonNode components =
                JsonMapper.shared().readTree(Files.readString(BILL)).path("components");
        for (JsonNode component : components) {
            List<String> licences = component
                    .path("licenses")
                    .valueStream()
                    .map(licence -> licence.path("license").path("id").asString())
                    .toList();
            assertTrue(
                    !licences.isEmpty() && allowed.containsAll(licences),
                    () -> component.path("name") + ": " + licences);
        }
    }
}
