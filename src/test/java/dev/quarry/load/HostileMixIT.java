package dev.quarry.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.load.HostileClient.Bodies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of every bad kind at the same time, with good ones beside them. */
@Tag("codecs")
@Timeout(120)
class HostileMixIT {

    private static final int OF_EACH_KIND = 3;
    private static final int ALONE = 100;
    private static final long PAUSE_MILLIS = 40;
    private static final Duration MIX = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final byte[] SMALL = LoadPictures.jpeg(640, 480);
    private static final byte[] LARGE = LoadPictures.jpeg(3000, 2000);

    @Test
    void hostileMix_besideGoodClients_harmsThemNotAndLeavesNothing() throws Exception {
        try (ServiceProcess service = ServiceProcess.start("quarry.engine.deadline=10s");
                LoadClient good = new LoadClient(service.uri(), Addresses.ofClient(0))) {
            Answers alone = new Answers();
            for (int i = 0; i < ALONE; i++) {
                alone.take(() -> good.post("resize=100x", SMALL));
            }
            Answers beside = new Answers();
            try (HostileCrowd hostile =
                    new HostileCrowd(service.address(), Bodies.around(LARGE), OF_EACH_KIND, PATIENCE)) {
                long end = System.nanoTime() + MIX.toNanos();
                while (System.nanoTime() < end) {
                    beside.take(() -> good.post("resize=100x", SMALL));
                    Thread.sleep(PAUSE_MILLIS);
                }
                hostile.stop();
                System.out.printf("hostile mix: good alone %s, beside %s; %s%n", alone, beside, hostile);
                assertThat(hostile.unexpected()).isEmpty();
                assertThat(hostile.answersTo(Hostility.CLAIM).statuses()).containsOnlyKeys(422);
                assertThat(hostile.answersTo(Hostility.GARBAGE_BODY).statuses()).containsOnlyKeys(415);
                assertThat(hostile.answersTo(Hostility.SLOW_UPLOAD).statuses()).containsKey(408);
            }
            assertThat(beside.defects()).isEmpty();
            assertThat(beside.statuses()).containsOnlyKeys(200);
            assertThat(beside.quantile(0.5))
                    .isLessThan(alone.quantile(0.5).multipliedBy(5).plusMillis(50));
            assertThat(service.heldAfter(Duration.ofSeconds(20))).isEmpty();
            assertThat(service.metric("quarry_request_seconds_count", "outcome=\"error\""))
                    .isZero();
            assertThat(service.errors()).isEmpty();
        }
    }

    @Test
    void clients_killedInTheMiddleOfAnything_leaveNothingBehindTheDeadline() throws Exception {
        Duration deadline = Duration.ofSeconds(10);
        try (ServiceProcess service = ServiceProcess.start("quarry.engine.deadline=" + deadline.toSeconds() + "s")) {
            Process client = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            DoomedClients.class.getName(),
                            Integer.toString(service.address().getPort()))
                    .inheritIO()
                    .start();
            try {
                awaitWork(service, client);
            } finally {
                client.destroyForcibly();
                client.waitFor();
            }
            assertThat(service.heldAfter(deadline)).isEmpty();
            assertThat(service.metric("quarry_request_seconds_count", "outcome=\"cancelled\""))
                    .isPositive();
            assertThat(service.metric("quarry_request_seconds_count", "outcome=\"error\""))
                    .isZero();
            assertThat(service.errors()).isEmpty();
        }
    }

    /** Uploads are half done, jobs run, and jobs wait. */
    private static void awaitWork(ServiceProcess service, Process client) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (service.metric("quarry_workers_busy") == 0 || service.metric("quarry_queue_depth") == 0) {
            assertThat(client.isAlive()).as("clients still there").isTrue();
            assertThat(System.nanoTime()).as("time by which jobs wait").isLessThan(end);
            Thread.sleep(20);
        }
    }
}
