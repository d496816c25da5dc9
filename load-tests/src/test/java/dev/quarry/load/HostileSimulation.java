package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import dev.quarry.load.HostileClient.Bodies;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/**
 * Clients of every bad kind ({@link Hostility}) through plain sockets, and beside them good ones: none of these may fail,
 * none of those may see a defect, and nothing may be held at the end.
 */
public class HostileSimulation extends Simulation {

    private static final int OF_EACH_KIND = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Target target = Target.of(120, 5);
    private HostileCrowd crowd;
    private volatile String broken = "";

    /** Sets it up. */
    public HostileSimulation() {
        setUp(scenario("good")
                        .exec(Requests.mixed())
                        .injectOpen(constantUsersPerSec(target.rate()).during(target.duration()))
                        .protocols(target.clients(0, 8))
                        .andThen(Verdict.after(target, Duration.ofSeconds(40), this::complaint)))
                .maxDuration(target.most())
                .assertions(global().failedRequests().count().is(0L));
    }

    @Override
    public void before() {
        crowd = new HostileCrowd(target.address(), Bodies.around(Requests.USUAL), OF_EACH_KIND, PATIENCE);
        Thread.startVirtualThread(this::stopInTime);
    }

    private void stopInTime() {
        try {
            Thread.sleep(target.duration());
            crowd.stop();
        } catch (Exception e) {
            broken = e.toString();
        }
    }

    /** What the hostile clients were answered that they should not have been. */
    private String complaint() {
        System.out.println("hostile clients, by what they did (0: no answer): " + crowd);
        return broken + (crowd.unexpected().isEmpty() ? "" : crowd.unexpected());
    }

    @Override
    public void after() {
        crowd.close();
    }
}
