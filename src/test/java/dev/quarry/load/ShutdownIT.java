package dev.quarry.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service that is told to stop while it works. */
@Tag("codecs")
@Timeout(120)
class ShutdownIT {

    private static final int CLIENTS = 12;
    private static final int ENDED_BY_SIGTERM = 128 + 15;
    private static final Duration DELAY = Duration.ofSeconds(2);
    private static final Duration SURELY_BEFORE = Duration.ofMillis(300);
    private static final byte[] LARGE = LoadPictures.jpeg(2000, 1500);
    private static final byte[] SMALL = LoadPictures.jpeg(640, 480);

    /** What became of a request: status 0 for a connection that broke. */
    private record Sent(long startNanos, int status, String answer) {}

    @Test
    void sigterm_underLoad_failsNoRequestThatCameBeforeTheDelayHadPassed() throws Exception {
        Queue<Sent> sent = new ConcurrentLinkedQueue<>();
        List<LoadClient> clients = new ArrayList<>();
        try (ServiceProcess service = ServiceProcess.start("quarry.engine.drain-delay=" + DELAY.toSeconds() + "s")) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new LoadClient(service.uri(), Addresses.ofClient(i)));
            }
            long told;
            try (Crowd crowd = Crowd.of(CLIENTS, client -> {
                Sent one = send(clients.get(client), client % 3 == 0);
                sent.add(one);
                Thread.sleep(one.status() == 200 ? 0 : 100);
            })) {
                Thread.sleep(3_000);
                told = System.nanoTime();
                service.terminate();
                awaitNotReady(service, told);
                assertThat(service.awaitExit(Duration.ofSeconds(60))).isEqualTo(ENDED_BY_SIGTERM);
                crowd.stop();
            }
            long safe = told + DELAY.minus(SURELY_BEFORE).toNanos();
            List<Sent> before = sent.stream().filter(s -> s.startNanos() < safe).toList();
            assertThat(before.stream().filter(s -> s.startNanos() > told))
                    .as("requests within the delay")
                    .isNotEmpty();
            assertThat(before.stream().filter(s -> s.status() != 200)).isEmpty();
            assertThat(sent.stream().map(Sent::status)).isSubsetOf(200, 503, 0);
            assertThat(service.errors()).isEmpty();
        } finally {
            clients.forEach(LoadClient::close);
        }
    }

    private static Sent send(LoadClient client, boolean large) throws InterruptedException {
        long start = System.nanoTime();
        try {
            HttpResponse<byte[]> answer =
                    large ? client.post("resize=1200x", LARGE) : client.post("resize=100x", SMALL);
            return new Sent(start, answer.statusCode(), answer.toString());
        } catch (IOException broken) {
            return new Sent(start, 0, broken.toString());
        }
    }

    /** Load balancers learn of it while everything is still answered. */
    private static void awaitNotReady(ServiceProcess service, long told) throws InterruptedException {
        while (service.isReady()) {
            assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(DELAY);
            Thread.sleep(20);
        }
    }
}
