package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of the service while many clients go on sending: whoever could connect gets a whole answer. */
@Tag("kernels")
@Tag("codecs")
class DrainIT {

    private static final int CLIENTS = 24;
    private static final byte[] PICTURE = TestImages.jpeg(200, 150);

    private static final int MOST_STOPS = 4;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger refusedWell = new AtomicInteger();

    @Test
    void shutDown_clientsGoOnSending_connectionsAreAnswered() throws Exception {
        // Between the delay and the end of the listener are milliseconds, in which on a busy machine nobody may come.
        for (int stops = 0; stops < MOST_STOPS && refusedWell.get() == 0; stops++) {
            failures.clear();
            done.set(0);
            stopUnderLoad();
            // One may connect between the last look and the end of the listener; dropped without care are a dozen.
            assertThat(failures).hasSizeLessThanOrEqualTo(1);
            assertThat(done.get()).isGreaterThan(CLIENTS);
        }
        assertThat(refusedWell.get()).as("answers after the delay").isPositive();
    }

    private void stopUnderLoad() throws Exception {
        try (RunningService service = RunningService.start("quarry.engine.drain-delay=700ms");
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            int port = service.port();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                boolean keepsConnection = i % 2 == 0;
                running.add(clients.submit(() -> sendUntilNobodyListens(port, keepsConnection)));
            }
            TimeUnit.MILLISECONDS.sleep(500);
            service.shutDown();
            for (Future<?> client : running) {
                client.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private void sendUntilNobodyListens(int port, boolean keepsConnection) {
        boolean listens = true;
        while (listens) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.setSoTimeout(30_000);
                converse(socket, keepsConnection);
            } catch (ConnectException nobody) {
                listens = false;
            } catch (IOException lost) {
                failures.add(lost.toString());
            }
        }
    }

    private void converse(Socket socket, boolean keepsConnection) throws IOException {
        DataInputStream answers = new DataInputStream(socket.getInputStream());
        String head;
        do {
            send(socket, keepsConnection);
            head = readAnswer(answers);
            done.incrementAndGet();
            if (head.startsWith("HTTP/1.1 503")) {
                assertThat(head).containsIgnoringCase("retry-after:").containsIgnoringCase("connection: close");
                refusedWell.incrementAndGet();
            } else {
                assertThat(head).startsWith("HTTP/1.1 200");
            }
        } while (keepsConnection && !head.contains("connection: close"));
    }

    /** The body comes in two pieces, so that some requests are always half read. */
    private static void send(Socket socket, boolean keepsConnection) throws IOException {
        String head = "POST /v1/transform?resize=100x HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + PICTURE.length
                + (keepsConnection ? "" : "\r\nConnection: close") + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        int half = PICTURE.length / 2;
        socket.getOutputStream().write(PICTURE, 0, half);
        socket.getOutputStream().write(PICTURE, half, PICTURE.length - half);
    }

    /** The head of an answer that has come whole, names of headers in lower case. */
    private static String readAnswer(DataInputStream answers) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) answers.readUnsignedByte());
        }
        String text =
                head.toString().replace("Content-Length", "content-length").replace("Connection", "connection");
        int start = text.indexOf("content-length: ") + "content-length: ".length();
        int length = Integer.parseInt(text.substring(start, text.indexOf('\r', start)));
        answers.readFully(new byte[length]);
        return text;
    }
}
