package dev.quarry.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A query of a panel of the dashboard.
 *
 * @param title the panel's title
 * @param expression the query, as Grafana sends it: its variables replaced
 */
record Panel(String title, String expression) {

    static final Path DASHBOARD = Path.of("helm/quarry/files/dashboard.json");

    /** Every query of every panel. */
    static List<Panel> all() throws IOException {
        List<Panel> found = new ArrayList<>();
        for (JsonNode panel :
                JsonMapper.shared().readTree(Files.readString(DASHBOARD)).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                found.add(new Panel(
                        panel.path("title").asString(),
                        target.path("expr")
                                .asString()
                                .replace("$__rate_interval", "1m")
                                .replace("$job", ".*")
                                .replace("$instance", ".*")));
            }
        }
        return found;
    }
}
