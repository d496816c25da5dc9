package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/**
 * Ever more heavy requests under way, of 64 clients, up to far more than may wait, and one client that wants thumbnails: what
 * is too much is refused with a time to come back or waits until its deadline, and nothing breaks.
 */
public class SaturationSimulation extends Simulation {

    private static final int CLIENTS = 64;
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(2);

    /** Sets it up. */
    public SaturationSimulation() {
        Target target = Target.of(60, 400);
        ScenarioBuilder heavy = scenario("heavy")
                .exec(Requests.hopeless("heavy", "rotate=10&resize=1200x", Requests.USUAL))
                .doIf(session -> session.contains("status") && session.getInt("status") != 200)
                .then(pause(AFTER_REFUSAL));
        setUp(
                        heavy.injectClosed(
                                        rampConcurrentUsers(1).to((int) target.rate()).during(target.duration()))
                                .protocols(target.clients(1, CLIENTS))
                                .andThen(Verdict.after(target, Duration.ofSeconds(35), () -> "")),
                        scenario("thumbnails")
                                .exec(Requests.thumbnail("thumbnail"))
                                .injectOpen(constantUsersPerSec(10).during(target.duration()))
                                .protocols(target.clients(0, 1)))
                .maxDuration(target.most())
                .assertions(
                        global().failedRequests().count().is(0L),
                        details("thumbnail").responseTime().percentile(50.0).lt(500));
    }
}
