package dev.quarry.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * An alert of {@code alerts.yaml}.
 *
 * @param name its name
 * @param expression when it fires
 * @param severity {@code page} or {@code ticket}
 * @param runbook where it is explained
 */
record Alert(String name, String expression, String severity, String runbook) {

    /** Every alert of the file. */
    static List<Alert> all() throws IOException {
        Map<String, List<Map<String, List<Map<String, Object>>>>> file =
                new Yaml().load(Files.readString(Prometheus.ALERTS));
        return file.getOrDefault("groups", List.of()).stream()
                .flatMap(group -> group.getOrDefault("rules", List.of()).stream())
                .map(Alert::of)
                .toList();
    }

    private static Alert of(Map<String, Object> rule) {
        return new Alert(
                String.valueOf(rule.get("alert")),
                String.valueOf(rule.get("expr")),
                text(rule, "labels", "severity"),
                text(rule, "annotations", "runbook"));
    }

    private static String text(Map<String, Object> rule, String part, String name) {
        return rule.get(part) instanceof Map<?, ?> map ? String.valueOf(map.get(name)) : "";
    }

    /** The expression with comparisons that give 0 or 1 instead of leaving series out, so that it always gives data. */
    String withoutFilter() {
        return expression.replace(" > ", " > bool ").replace(" == ", " == bool ");
    }
}
