package dev.quarry.metrics;

import dev.quarry.GeneratedDocument;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is made from {@link ServiceMeters}. */
class MetricsDocumentTest {

    @Test
    void metricsDocument_always_tellsEveryMeter() throws IOException {
        StringBuilder text = new StringBuilder("""
                # Metrics

                Made from `ServiceMeters` by `MetricsDocumentTest`; run
                `./mvnw test -Dtest=MetricsDocumentTest -Dquarry.docs.write=true` after a change.

                Scrape `/actuator/prometheus` on the management port (8081). Timers and summaries give `_count`, `_sum` and
                `_max`, those with buckets also `_bucket`. Spring Boot adds its own: `http_server_requests_seconds`, `jvm_…`,
                `process_…`, `tomcat_…`, `application_ready_time_seconds`.

                | meter | in Prometheus | kind | tags | meaning |
                |---|---|---|---|---|
                """);
        for (ServiceMeters meter : ServiceMeters.values()) {
            text.append(row(meter));
        }
        GeneratedDocument.check("metrics.md", text.toString());
    }

    private static String row(ServiceMeters meter) {
        String tags = meter.tagNames().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return "| `%s` | `%s` | %s | %s | %s |\n"
                .formatted(meter.label(), prometheusName(meter), meter.kind().label(), tags, meter.description());
    }

    private static String prometheusName(ServiceMeters meter) {
        String name = new PrometheusNamingConvention().name(meter.label(), type(meter.kind()), meter.unit());
        return meter.kind() == MeterKind.COUNTER && !name.endsWith("_total") ? name + "_total" : name;
    }

    private static Meter.Type type(MeterKind kind) {
        return switch (kind) {
            case GAUGE -> Meter.Type.GAUGE;
            case COUNTER -> Meter.Type.COUNTER;
            case TIMER, HISTOGRAM -> Meter.Type.TIMER;
            case SUMMARY -> Meter.Type.DISTRIBUTION_SUMMARY;
        };
    }
}
