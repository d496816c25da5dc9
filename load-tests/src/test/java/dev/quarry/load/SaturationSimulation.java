package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/**
 * Ever more large requests of 64 clients, up to many times what the service can do, and one client that wants thumbnails:
 * what is too much is refused with a time to come back, and nothing breaks.
 */
public class SaturationSimulation extends Simulation {

    private static final int CLIENTS = 64;

    /** Sets it up. */
    public SaturationSimulation() {
        Target target = Target.of(60, 100);
        setUp(
                        scenario("large")
                                .exec(Requests.refusable("24 megapixels", "resize=300x", Requests.LARGE))
                                .injectOpen(rampUsersPerSec(1).to(target.rate()).during(target.duration()))
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
