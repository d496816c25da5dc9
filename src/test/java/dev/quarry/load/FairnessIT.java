package dev.quarry.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client that floods the service, and one that sends a request from time to time. */
@Tag("codecs")
@Timeout(120)
class FairnessIT {

    private static final int AT_A_TIME = 80;
    private static final Duration FLOOD = Duration.ofSeconds(6);
    private static final long AFTER_REFUSAL_MILLIS = 500;
    private static final long BETWEEN_MILLIS = 250;
    private static final int LEAST_SENT = 5;
    private static final int ALONE = 15;
    private static final int MOST_FACTOR = 2;
    // What the flooder's connections take of the processors, plain loops, and machines that do other things besides.
    private static final Duration ALLOWANCE = Duration.ofMillis(60);
    private static final byte[] PICTURE = LoadPictures.jpeg(2000, 1500);
    private static final String WORK = "resize=1200x";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void flooder_withOneKeyOrManyInvented_isRefusedAndDelaysNobodyElse(boolean inventsKeys) throws Exception {
        AtomicInteger keys = new AtomicInteger();
        try (ServiceProcess service = ServiceProcess.start(
                        "quarry.engine.queue-capacity=64",
                        "quarry.clients.keys=a-known-one",
                        "quarry.fairness.large-nice=19");
                LoadClient flooder = new LoadClient(service.uri(), Addresses.ofClient(0));
                LoadClient modest = new LoadClient(service.uri(), Addresses.ofClient(1))) {
            Answers alone = new Answers();
            for (int sent = 0; sent < ALONE; sent++) {
                alone.take(() -> modest.post(WORK, PICTURE));
            }
            Answers flooded = new Answers();
            Answers wanted = new Answers();
            try (Crowd flood = Crowd.of(AT_A_TIME, client -> {
                String key = inventsKeys ? "invented-" + keys.incrementAndGet() : "the same";
                if (flooded.take(() -> flooder.post(WORK, PICTURE, "X-Api-Key", key)) != 200) {
                    Thread.sleep(AFTER_REFUSAL_MILLIS);
                }
            })) {
                Thread.sleep(BETWEEN_MILLIS);
                long end = System.nanoTime() + FLOOD.toNanos();
                // One answer says little.
                for (int sent = 0; sent < LEAST_SENT || System.nanoTime() < end; sent++) {
                    wanted.take(() -> modest.post(WORK, PICTURE));
                    Thread.sleep(BETWEEN_MILLIS);
                }
                flood.stop();
            }
            System.out.printf(
                    "flood, invented keys %b: %s; modest client alone %s, beside it %s%n",
                    inventsKeys, flooded, alone, wanted);
            assertThat(flooded.defects()).isEmpty();
            assertThat(flooded.statuses()).containsOnlyKeys(200, 429);
            assertThat(wanted.defects()).isEmpty();
            assertThat(wanted.statuses()).containsOnlyKeys(200);
            assertThat(wanted.quantile(0.5))
                    .as("what the modest client waits, against what it does alone")
                    .isLessThan(alone.quantile(0.5).multipliedBy(MOST_FACTOR).plus(ALLOWANCE));
            assertThat(wanted.quantile(0.5).multipliedBy(3))
                    .as("what it waits against the flooder's own queue")
                    .isLessThan(flooded.quantile(0.5));
            assertThat(service.heldAfter(Duration.ofSeconds(20))).isEmpty();
            assertThat(service.errors()).isEmpty();
        }
    }
}
