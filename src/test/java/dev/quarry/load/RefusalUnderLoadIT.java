package dev.quarry.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is too large, and what finds no room, is said at once, though all workers are busy and the queue is full. */
@Tag("codecs")
@Timeout(120)
class RefusalUnderLoadIT {

    private static final int FLOODERS = 60;
    private static final Duration LOAD = Duration.ofSeconds(8);
    private static final long AFTER_REFUSAL_MILLIS = 1_000;
    private static final long BETWEEN_MILLIS = 50;
    private static final byte[] PICTURE = LoadPictures.jpeg(2000, 1500);
    private static final String WORK = "rotate=7&resize=1200x&format=jpeg";

    @Test
    void refusals_withBusyWorkersAndAFullQueue_comeAtOnce() throws Exception {
        try (ServiceProcess service =
                        ServiceProcess.start("quarry.engine.queue-capacity=24", "quarry.engine.deadline=20s");
                LoadClient first = new LoadClient(service.uri(), Addresses.ofClient(0));
                LoadClient second = new LoadClient(service.uri(), Addresses.ofClient(1));
                LoadClient third = new LoadClient(service.uri(), Addresses.ofClient(2));
                LoadClient other = new LoadClient(service.uri(), Addresses.ofClient(3))) {
            List<LoadClient> flooders = List.of(first, second, third);
            Answers flooded = new Answers();
            Answers refused = new Answers();
            byte[] claim = LoadPictures.claim(60_000, 60_000);
            try (Crowd flood = Crowd.of(FLOODERS, client -> {
                LoadClient flooder = flooders.get(client % flooders.size());
                if (flooded.take(() -> flooder.post(WORK, PICTURE)) != 200) {
                    Thread.sleep(AFTER_REFUSAL_MILLIS);
                }
            })) {
                Thread.sleep(AFTER_REFUSAL_MILLIS);
                long end = System.nanoTime() + LOAD.toNanos();
                while (System.nanoTime() < end) {
                    refused.take(() -> other.post("resize=100x", claim));
                    Thread.sleep(BETWEEN_MILLIS);
                }
                flood.stop();
            }
            System.out.printf(
                    "flood %s, no room p50 %d ms p99 %d ms; too large %s p50 %d ms p99 %d ms%n",
                    flooded,
                    flooded.quantile(503, 0.5).toMillis(),
                    flooded.quantile(503, 0.99).toMillis(),
                    refused,
                    refused.quantile(422, 0.5).toMillis(),
                    refused.quantile(422, 0.99).toMillis());
            assertThat(flooded.defects()).isEmpty();
            assertThat(flooded.statuses().keySet()).isSubsetOf(200, 429, 503).hasSizeGreaterThan(1);
            assertThat(refused.defects()).isEmpty();
            assertThat(refused.statuses()).containsOnlyKeys(422);
            assertThat(refused.quantile(422, 0.5)).as("what is too large").isLessThan(Duration.ofMillis(250));
            assertThat(refused.quantile(422, 0.95)).as("what is too large").isLessThan(Duration.ofSeconds(1));
            assertThat(flooded.quantile(503, 0.5))
                    .as("what finds no room, against what is done")
                    .isLessThan(flooded.quantile(0.5).dividedBy(3));
            assertThat(service.heldAfter(Duration.ofSeconds(20))).isEmpty();
            assertThat(service.errors()).isEmpty();
        }
    }
}
