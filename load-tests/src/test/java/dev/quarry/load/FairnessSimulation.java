package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * One client that keeps 1,000 requests under way and invents a new key for each, and one at another address that sends a
 * request a second, first alone and then beside the flood.
 */
public class FairnessSimulation extends Simulation {

    private static final Duration ALONE = Duration.ofSeconds(30);
    private static final double MOST_FACTOR = 2;
    private static final double CLOCK_TICKS_MILLIS = 20;

    private final Answers alone = new Answers();
    private final Answers beside = new Answers();

    /** Sets it up. */
    public FairnessSimulation() {
        Target target = Target.of(60, 1000);
        ScenarioBuilder flood = scenario("flood")
                .exec(Requests.refusable("flood", "resize=600x", Requests.SMALL)
                        .header("X-Api-Key", session -> UUID.randomUUID().toString()))
                .doIf(session -> session.contains("status") && session.getInt("status") != 200)
                .then(pause(Duration.ofSeconds(2)));
        setUp(
                        modest("alone", alone)
                                .injectOpen(constantUsersPerSec(1).during(ALONE))
                                .protocols(target.clients(0, 1)),
                        flood.injectClosed(
                                        constantConcurrentUsers(0).during(ALONE),
                                        constantConcurrentUsers((int) target.rate()).during(target.duration()))
                                .protocols(target.clients(1, 1).shareConnections()),
                        modest("beside the flood", beside)
                                .injectOpen(
                                        nothingFor(ALONE.plusSeconds(2)),
                                        constantUsersPerSec(1).during(target.duration().minusSeconds(2)))
                                .protocols(target.clients(0, 1))
                                .andThen(Verdict.after(target, Duration.ofSeconds(5), this::complaint)))
                .maxDuration(target.most().plus(ALONE))
                .assertions(global().failedRequests().count().is(0L));
    }

    private static ScenarioBuilder modest(String name, Answers answers) {
        HttpRequestActionBuilder request = Requests.good(name, "resize=600x", Requests.SMALL)
                .check(responseTimeInMillis().saveAs("millis"));
        ChainBuilder note = exec(session -> {
            answers.add(200, TimeUnit.MILLISECONDS.toNanos(session.getInt("millis")));
            return session;
        });
        return scenario(name).exec(request).exec(note);
    }

    /** The flood may double what the modest client waits. */
    private String complaint() {
        double before = alone.quantile(0.99).toMillis();
        double during = beside.quantile(0.99).toMillis();
        System.out.printf(Locale.ROOT, "p99 of the modest client: %.0f ms alone, %.0f ms beside the flood%n", before, during);
        return during <= MOST_FACTOR * before + CLOCK_TICKS_MILLIS ? "" : "p99 went from " + before + " to " + during + " ms";
    }
}
