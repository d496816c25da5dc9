package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What happens between the request to stop and the end. */
class DrainIT {

    private static final int REQUESTS = 8;
    private static final int GRACE_SECONDS = 100;
    private static final String TIME = "90s"; // a machine that does other things as well must not decide this
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    @Test
    void stop_withJobsRunningAndWaiting_finishesThem() throws Exception {
        byte[] large = Pictures.of("jpeg", 4000, 3000);
        try (ServiceContainer service = new ServiceContainer();
                ExecutorService clients = Executors.newFixedThreadPool(REQUESTS)) {
            service.lockedDown(1L << 30)
                    .withEnv("QUARRY_ENGINE_DEADLINE", TIME)
                    .withEnv("QUARRY_ENGINE_DRAIN", TIME)
                    .withEnv("SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE", TIME)
                    .start();
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(clients.submit(
                        () -> service.transform("rotate=13&format=jpeg", large).statusCode()));
            }
            awaitQueue(service);
            service.getDockerClient()
                    .stopContainerCmd(service.getContainerId())
                    .withTimeout(GRACE_SECONDS)
                    .exec();
            for (Future<Integer> answer : answers) {
                assertEquals(200, answer.get());
            }
            assertEquals(ENDED_BY_SIGTERM, service.state().getExitCodeLong());
        }
    }

    /** Every request is in: jobs run and wait. */
    private static void awaitQueue(ServiceContainer service) throws Exception {
        long end = System.nanoTime() + 30_000_000_000L;
        double seen = 0;
        while (System.nanoTime() < end) {
            seen = service.metric("quarry_queue_depth") + service.metric("quarry_workers_busy");
            if (seen >= REQUESTS && service.metric("quarry_queue_depth") > 0) {
                return;
            }
            Thread.sleep(50);
        }
        fail("only " + seen + " jobs were there at one time");
    }
}
