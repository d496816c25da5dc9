package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** Usual requests of sixteen clients at an even rate that the service can bear: all must succeed. */
public class SteadySimulation extends Simulation {

    private static final int CLIENTS = 16;

    /** Sets it up. */
    public SteadySimulation() {
        Target target = Target.of(60, 8);
        setUp(scenario("steady")
                        .exec(Requests.mixed())
                        .injectOpen(
                                rampUsersPerSec(1).to(target.rate()).during(Duration.ofSeconds(10)),
                                constantUsersPerSec(target.rate()).during(target.duration()))
                        .protocols(target.clients(0, CLIENTS))
                        .andThen(Verdict.after(target, Duration.ofSeconds(5), () -> "")))
                .maxDuration(target.most())
                .assertions(
                        global().failedRequests().count().is(0L),
                        details("thumbnail").responseTime().percentile(99.0).lt(1_000));
    }
}
