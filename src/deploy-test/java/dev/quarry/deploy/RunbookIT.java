package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The alerts, their tests, the runbook and the dashboard against one another and the list of metrics. */
class RunbookIT {

    private static final Path RUNBOOK = Path.of("docs/runbook.md");
    private static final Pattern METRIC = Pattern.compile("\\bquarry_[a-z_]+");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `quarry\\.[a-z.]+` \\| `([a-z_]+)` ");
    private static final Pattern SUFFIX = Pattern.compile("_(count|sum|max|bucket)$");

    @Test
    void runbook_explainsEveryAlertAndNoOther() throws IOException {
        String text = Files.readString(RUNBOOK);
        List<String> explained = Pattern.compile("(?m)^## (Quarry\\w+)$")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .sorted()
                .toList();
        assertEquals(Alert.all().stream().map(Alert::name).sorted().toList(), explained);
        for (Alert alert : Alert.all()) {
            String anchor = "#" + alert.name().toLowerCase(Locale.ROOT);
            assertEquals("docs/runbook.md" + anchor, alert.runbook());
            String row = "| [" + alert.name() + "](" + anchor + ") | " + alert.severity() + " |";
            assertTrue(text.contains(row), () -> "no line of the table begins with " + row);
        }
    }

    @Test
    void tests_coverEveryAlert() throws IOException {
        String tests = Files.readString(Prometheus.ALERT_TESTS);
        assertEquals(
                List.of(),
                Alert.all().stream()
                        .map(Alert::name)
                        .filter(name -> !tests.contains("alertname: " + name + "\n"))
                        .toList());
    }

    @Test
    void metrics_ofAlertsPanelsRunbookAndChart_exist() throws IOException {
        String known = Files.readString(Path.of("docs/metrics.md"));
        Stream<String> texts = Stream.concat(
                Stream.concat(
                        Alert.all().stream().map(Alert::expression),
                        Panel.all().stream().map(Panel::expression)),
                Stream.of(Files.readString(RUNBOOK), Files.readString(Chart.DIRECTORY.resolve("values.yaml"))));
        assertEquals(
                List.of(),
                texts.flatMap(text -> METRIC.matcher(text).results().map(MatchResult::group))
                        .distinct()
                        .filter(metric -> !known.contains("`" + metric + "`")
                                && !known.contains("`" + SUFFIX.matcher(metric).replaceFirst("") + "`"))
                        .toList());
    }

    /** A metric that no panel shows is one that was forgotten, unless it is one of these: details of what panels show. */
    @Test
    void metrics_withoutPanel_areTheKnownOnes() throws IOException {
        String shown = Panel.all().stream().map(Panel::expression).collect(Collectors.joining("\n"));
        Set<String> metrics = METRIC.matcher(shown)
                .results()
                .map(match -> SUFFIX.matcher(match.group()).replaceFirst(""))
                .collect(Collectors.toSet());
        assertEquals(
                List.of(
                        "quarry_arena_blocks_cached",
                        "quarry_arena_blocks_used",
                        "quarry_arena_failures_total",
                        "quarry_arena_images_total",
                        "quarry_arena_lock_max_seconds",
                        "quarry_scopes_oldest_seconds",
                        "quarry_storage_commits_total",
                        "quarry_storage_peak_bytes",
                        "quarry_storage_requested_bytes",
                        "quarry_storage_waits_seconds"),
                DOCUMENTED
                        .matcher(Files.readString(Path.of("docs/metrics.md")))
                        .results()
                        .map(match -> match.group(1))
                        .filter(metric -> !metrics.contains(metric))
                        .sorted()
                        .toList());
    }

    /** A value without a description is one that nobody can set with a good conscience. */
    @Test
    void values_all_areDescribed() throws IOException {
        JsonNode schema = JsonMapper.shared().readTree(Files.readString(Chart.DIRECTORY.resolve("values.schema.json")));
        assertEquals(List.of(), undescribed("", schema).toList());
    }

    private static Stream<String> undescribed(String path, JsonNode schema) {
        Stream<String> own =
                schema.path("description").asString("").isBlank() && !path.isEmpty() ? Stream.of(path) : Stream.empty();
        return Stream.concat(
                own,
                schema.path("properties")
                        .propertyStream()
                        .flatMap(property -> undescribed(path + "/" + property.getKey(), property.getValue())));
    }
}
