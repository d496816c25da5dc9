package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Usual requests for a long time, in waves with rests between: all must succeed, and nothing may be held at the end. */
public class SoakSimulation extends Simulation {

    private static final Duration WAVE = Duration.ofSeconds(50);
    private static final Duration REST = Duration.ofSeconds(10);
    private static final int CLIENTS = 16;

    /** Sets it up. */
    public SoakSimulation() {
        Target target = Target.of(1800, 8);
        List<OpenInjectionStep> waves = new ArrayList<>();
        long count = Math.max(1, target.duration().dividedBy(WAVE.plus(REST)));
        for (long i = 0; i < count; i++) {
            waves.add(constantUsersPerSec(target.rate()).during(WAVE));
            waves.add(nothingFor(REST));
        }
        setUp(scenario("soak")
                        .exec(Requests.mixed())
                        .injectOpen(waves.toArray(OpenInjectionStep[]::new))
                        .protocols(target.clients(0, CLIENTS))
                        .andThen(Verdict.after(target, Duration.ofSeconds(5), () -> "")))
                .maxDuration(target.most())
                .assertions(global().failedRequests().count().is(0L));
    }
}
