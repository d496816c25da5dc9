package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that the documents give, against those that the scripts run and the tests know to work. */
class CommandsIT {

    private static final Path COMPOSE = Path.of("docker/compose.yaml");
    private static final Path DOCKERFILE = Path.of("docker/Dockerfile");
    private static final Path SCRIPT = Path.of("docker/build.sh");
    private static final List<Path> DOCUMENTS =
            List.of(Path.of("README.md"), Path.of("docs/deployment.md"), DOCKERFILE);

    private static final Pattern BUILD = Pattern.compile("(?m)^(?:# +)?(docker build [^#\n]*?) *(?:#.*)?$");
    private static final Pattern RUN = Pattern.compile("(?m)^docker run .*-p 8080:8080 .*$");
    private static final Pattern ARGUMENT = Pattern.compile("--build-arg (\\w+)=(\\S+) ");
    private static final Pattern DEFAULT = Pattern.compile("(?m)^ARG (\\w+)=(\\S+)$");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-(.+)}");

    /** Without a registry only the script can be run; so what is written must differ in nothing but the base images. */
    @Test
    void build_ofTheDocuments_isTheScriptsWithOtherBaseImages() throws IOException {
        String scripted = BUILD.matcher(Files.readString(SCRIPT).replaceAll("\\\\\n *", ""))
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
        String expected = ARGUMENT.matcher(scripted).replaceAll("").replace("\"${1:-quarry:local}\"", "quarry:local");
        for (Path document : DOCUMENTS) {
            List<String> found = BUILD.matcher(Files.readString(document))
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertEquals(List.of(expected), found, document.toString());
        }
        assertEquals(
                defaults().keySet(),
                pairs(ARGUMENT.matcher(scripted).results().toList()).keySet());
    }

    @Test
    void build_ofCompose_hasTheDockerfilesArguments() throws IOException {
        JsonNode build = service("quarry").path("build");
        assertEquals(DOCKERFILE.toString(), build.path("dockerfile").asString());
        Map<String, String> arguments = new TreeMap<>();
        build.path("args")
                .propertyStream()
                .forEach(argument ->
                        arguments.put(argument.getKey(), defaultOf(argument.getKey(), argument.getValue())));
        assertEquals(defaults(), arguments);
    }

    @Test
    void images_ofCompose_arePinnedAndReplaceable() throws IOException {
        assertEquals("quarry:local", defaultOf("QUARRY_IMAGE", service("quarry").path("image")));
        for (String name : List.of("prometheus", "grafana")) {
            String image = defaultOf(
                    name.toUpperCase(Locale.ROOT) + "_IMAGE", service(name).path("image"));
            assertTrue(image.matches("\\S+:v?\\d+\\.\\d+\\.\\d+"), image);
        }
        assertTrue(
                Files.readString(Path.of("docs/deployment.md"))
                        .contains(defaultOf(
                                "PROMETHEUS_IMAGE", service("prometheus").path("image"))),
                "docs/deployment.md names another Prometheus");
    }

    @Test
    void files_thatComposeMounts_exist() throws IOException {
        List<Path> mounted = new ArrayList<>();
        for (String name : List.of("prometheus", "grafana")) {
            for (JsonNode volume : service(name).path("volumes")) {
                mounted.add(COMPOSE.resolveSibling(volume.asString().replaceFirst(":.*", "")));
            }
        }
        assertFalse(mounted.isEmpty());
        assertEquals(
                List.of(),
                mounted.stream().filter(file -> !Files.isRegularFile(file)).toList());
    }

    /** A stranger who follows one document must get the same container as one who follows another. */
    @Test
    void run_ofTheDocuments_isTheSame() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path document : DOCUMENTS) {
            RUN.matcher(Files.readString(document))
                    .results()
                    .map(MatchResult::group)
                    .map(command -> command.replaceAll(" (--rm|-d|--name quarry|--network quarry)(?= )", ""))
                    .forEach(commands::add);
        }
        assertTrue(commands.size() >= 3, commands.toString());
        assertEquals(1, commands.stream().distinct().count(), commands.toString());
    }

    private static Map<String, String> defaults() throws IOException {
        return pairs(DEFAULT.matcher(Files.readString(DOCKERFILE)).results().toList());
    }

    private static Map<String, String> pairs(List<MatchResult> matches) {
        Map<String, String> pairs = new TreeMap<>();
        matches.forEach(match -> pairs.put(match.group(1), match.group(2)));
        return pairs;
    }

    private static JsonNode service(String name) throws IOException {
        Object file = new Yaml().load(Files.readString(COMPOSE));
        return JsonMapper.shared().valueToTree(file).path("services").path(name);
    }

    /** What stands there unless the variable says otherwise. */
    private static String defaultOf(String variable, JsonNode value) {
        var match = VARIABLE.matcher(value.asString(""));
        assertTrue(match.matches(), value + " cannot be replaced by a variable");
        assertEquals(variable, match.group(1));
        return match.group(2);
    }
}
