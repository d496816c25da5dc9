package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The last step of a simulation: when all is quiet again, the service must hold nothing and have had no defect. */
final class Verdict {

    private static final List<String> HELD = List.of(
            "quarry_scopes_live", "quarry_storage_used_bytes", "quarry_storage_reserved_bytes", "quarry_uploads_waiting");

    private Verdict() {}

    /**
     * A population of one operator, who waits and looks.
     *
     * @param quiet the longest that something of the load may still go on
     * @param complaint what the simulation itself has to complain about by then, empty if nothing
     */
    static PopulationBuilder after(Target target, Duration quiet, Supplier<String> complaint) {
        return scenario("verdict")
                .pause(quiet)
                .exec(http("verdict")
                        .get("/actuator/prometheus")
                        .check(
                                status().is(200),
                                bodyString()
                                        .transform(metrics -> held(metrics) + complaint.get())
                                        .is("")))
                .injectOpen(atOnceUsers(1))
                .protocols(target.operator());
    }

    private static String held(String metrics) {
        StringBuilder held = new StringBuilder();
        metrics.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            boolean isHeld = HELD.stream().anyMatch(line::startsWith);
            boolean isDefect = line.startsWith("quarry_storage_leaks_total")
                    || line.startsWith("quarry_request_seconds_count") && line.contains("outcome=\"error\"");
            double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            if ((isHeld || isDefect) && value != 0) {
                held.append(line).append("; ");
            }
        });
        return held.toString();
    }
}
