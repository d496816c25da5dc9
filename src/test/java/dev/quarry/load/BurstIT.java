package dev.quarry.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixty-four clients that post large pictures without pause, and one that wants thumbnails. */
@Tag("codecs")
@Timeout(180)
class BurstIT {

    private static final int CLIENTS = 64;
    private static final Duration BURST = Duration.ofSeconds(8);
    private static final long PAUSE_MILLIS = 50;
    private static final int ALONE = 100;
    private static final long MOST_RESIDENT = 450L << 20;
    private static final byte[] LARGE = LoadPictures.jpeg(2000, 1500);
    private static final byte[] SMALL = LoadPictures.jpeg(640, 480);

    @Test
    void burst_besideASmallClient_delaysItLessThanAQueueWouldAndFitsItsMemory() throws Exception {
        List<LoadClient> clients = new ArrayList<>();
        try (ServiceProcess service = ServiceProcess.start("quarry.engine.deadline=90s");
                LoadClient small = new LoadClient(service.uri(), Addresses.ofClient(0))) {
            for (int i = 1; i <= CLIENTS; i++) {
                clients.add(new LoadClient(service.uri(), Addresses.ofClient(i)));
            }
            Answers alone = new Answers();
            for (int i = 0; i < ALONE; i++) {
                alone.take(() -> small.post("resize=100x", SMALL));
            }
            Answers heavy = new Answers();
            Answers light = new Answers();
            try (Crowd crowd = Crowd.of(
                    CLIENTS, client -> heavy.take(() -> clients.get(client).post("resize=1200x", LARGE)))) {
                long end = System.nanoTime() + BURST.toNanos();
                while (System.nanoTime() < end) {
                    Thread.sleep(PAUSE_MILLIS);
                    light.take(() -> small.post("resize=100x", SMALL));
                }
                crowd.stop();
            }
            System.out.printf("burst: small alone %s, in the burst %s; large %s%n", alone, light, heavy);
            assertThat(heavy.defects()).isEmpty();
            assertThat(heavy.statuses()).containsKey(200);
            assertThat(Set.of(200, 429, 503)).containsAll(heavy.statuses().keySet());
            assertThat(light.defects()).isEmpty();
            assertThat(light.statuses()).containsOnlyKeys(200);
            assertThat(light.quantile(0.5).multipliedBy(4))
                    .as("what a small request waits against the queue of the large ones")
                    .isLessThan(heavy.quantile(0.5));
            assertThat(service.heldAfter(Duration.ofSeconds(20))).isEmpty();
            assertThat(service.errors()).isEmpty();
            assertThat(service.peakResidentBytes()).isLessThan(MOST_RESIDENT);
        } finally {
            clients.forEach(LoadClient::close);
        }
    }
}
