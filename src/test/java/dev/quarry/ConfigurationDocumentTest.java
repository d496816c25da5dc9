package dev.quarry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/configuration.md is made from the settings records. */
class ConfigurationDocumentTest {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String PREFIX = "quarry.";
    private static final Map<String, String> TYPES = Map.of(
            "java.lang.Integer", "whole number",
            "java.lang.Long", "whole number",
            "java.lang.Double", "number",
            "java.util.List<java.lang.String>", "list of words",
            "java.lang.Boolean", "true or false",
            "java.time.Duration", "duration",
            "org.springframework.util.unit.DataSize", "size");

    @Test
    void configurationDocument_always_tellsEverySetting() throws IOException {
        GeneratedDocument.check("configuration.md", document());
    }

    private static String document() throws IOException {
        StringBuilder text = new StringBuilder("""
                # Settings

                Made from the settings records by `ConfigurationDocumentTest`; change their `@param` texts, then run
                `./mvnw test -Dtest=ConfigurationDocumentTest -Dquarry.docs.write=true`.

                Each setting can be given on the command line (`--quarry.engine.workers=4`), in the environment
                (`QUARRY_ENGINE_WORKERS=4`: capitals, `_` for `.`, dashes left out) or in an `application.yaml` beside the
                jar. Sizes are written `16MB`, with 1 kB = 1,024 bytes; durations `30s`. A value outside its range stops the
                start with a sentence that names the setting. Ports are Spring Boot's own settings: `SERVER_PORT` (8080) and
                `MANAGEMENT_SERVER_PORT` (8081).
                """);
        for (Map.Entry<String, List<JsonNode>> group : settings().entrySet()) {
            text.append("\n## ")
                    .append(group.getKey())
                    .append("\n\n| setting | type | default | meaning |\n|---|---|---|---|\n");
            group.getValue().forEach(setting -> text.append(row(setting)));
        }
        return text.toString();
    }

    private static String row(JsonNode setting) {
        String name = setting.path("name").asString();
        String type = setting.path("type").asString();
        JsonNode value = setting.path("defaultValue");
        String description = setting.path("description").asString("").replaceAll("\\{@code ([^}]*)}", "`$1`");
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        name,
                        TYPES.getOrDefault(type, "word"),
                        value.isMissingNode() || value.isNull() ? "" : "`" + value.asString() + "`",
                        description.replace("|", "\\|"));
    }

    /** The settings of each group, both sorted by name. */
    private static Map<String, List<JsonNode>> settings() throws IOException {
        Map<String, List<JsonNode>> groups = new TreeMap<>();
        for (URL url : Collections.list(
                ConfigurationDocumentTest.class.getClassLoader().getResources(METADATA))) {
            try (InputStream in = url.openStream()) {
                JsonMapper.builder()
                        .build()
                        .readTree(in)
                        .path("properties")
                        .valueStream()
                        .filter(setting -> setting.path("name").asString().startsWith(PREFIX))
                        .collect(Collectors.groupingBy(
                                ConfigurationDocumentTest::group, TreeMap::new, Collectors.toList()))
                        .forEach(groups::put);
            }
        }
        return groups;
    }

    private static String group(JsonNode setting) {
        String name = setting.path("name").asString();
        return name.substring(0, name.lastIndexOf('.')).toLowerCase(Locale.ROOT);
    }
}
