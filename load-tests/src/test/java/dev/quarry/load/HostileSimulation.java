package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import dev.quarry.load.HostileClient.Bodies;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/**
 * Good clients, first alone, then beside clients of every bad kind ({@link Hostility}) through plain sockets: no good request
 * may fail or wait much longer, no bad one may see a defect, and nothing may be held at the end.
 */
public class HostileSimulation extends Simulation {

    private static final int OF_EACH_KIND = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration ALONE = Duration.ofSeconds(60);
    private static final double MOST_FACTOR = 2.5;

    private final Target target = Target.of(120, 5);
    private final Comparison thumbnails = new Comparison(MOST_FACTOR);
    private final Comparison all = new Comparison(MOST_FACTOR);
    private volatile HostileCrowd crowd;
    private volatile String broken = "";

    /** Sets it up. */
    public HostileSimulation() {
        setUp(
                        scenario("alone")
                                .exec(Requests.mixed(thumbnails::alone, all::alone))
                                .injectOpen(constantUsersPerSec(target.rate()).during(ALONE))
                                .protocols(target.clients(0, 8)),
                        scenario("beside the hostile")
                                .exec(Requests.mixed(thumbnails::beside, all::beside))
                                .injectOpen(
                                        nothingFor(ALONE),
                                        constantUsersPerSec(target.rate()).during(target.duration()))
                                .protocols(target.clients(0, 8))
                                .andThen(Verdict.after(target, Duration.ofSeconds(40), this::complaint)))
                .maxDuration(target.most().plus(ALONE))
                .assertions(global().failedRequests().count().is(0L));
    }

    @Override
    public void before() {
        Thread.startVirtualThread(this::beHostileInTime);
    }

    private void beHostileInTime() {
        try {
            Thread.sleep(ALONE);
            crowd = new HostileCrowd(target.address(), Bodies.around(Requests.USUAL), OF_EACH_KIND, PATIENCE);
            Thread.sleep(target.duration());
            crowd.stop();
        } catch (Exception e) {
            broken = e.toString();
        }
    }

    /** What the hostile clients were answered that they should not have been, and what the good ones suffered. */
    private String complaint() {
        System.out.println("hostile clients, by what they did (0: no answer): " + crowd);
        String unexpected = crowd.unexpected().isEmpty() ? "" : crowd.unexpected() + "; ";
        System.out.println("thumbnails:");
        String slow = thumbnails.complaint();
        System.out.println("photographs:");
        return broken + unexpected + slow + all.complaint();
    }

    @Override
    public void after() {
        HostileCrowd hostile = crowd;
        if (hostile != null) {
            hostile.close();
        }
    }
}
