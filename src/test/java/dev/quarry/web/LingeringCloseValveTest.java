package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Refused bodies against a container of their own, with small limits. */
@Timeout(60)
class LingeringCloseValveTest {

    private static final int MOST_BYTES = 4 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final int PLACES = 2;
    // After a 413 or 503 the container ends the connection in any case.
    private static final int REFUSAL = 429;

    @TempDir
    private Path directory;

    private Tomcat tomcat;

    /** Refuses every body unread. */
    private static final class Refusing extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(REFUSAL);
            response.setContentLength(2);
            response.getOutputStream().print("no");
            response.flushBuffer();
        }
    }

    @BeforeEach
    void start() throws Exception {
        tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getEngine()
                .getPipeline()
                .addValve(new LingeringCloseValve(new LingeringCloseValve.Limits(MOST_BYTES, LONGEST, PLACES)));
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "refusing", new Refusing());
        context.addServletMappingDecoded("/", "refusing");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    /** A connection whose head is sent. */
    private Socket opened(long length) throws IOException {
        Socket socket = new Socket("127.0.0.1", tomcat.getConnector().getLocalPort());
        String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void sendUntilClosed(Socket socket, int chunkBytes, long pauseMillis) throws Exception {
        OutputStream out = socket.getOutputStream();
        byte[] chunk = new byte[chunkBytes];
        while (true) {
            out.write(chunk);
            Thread.sleep(pauseMillis);
        }
    }

    private static void assertRefused(Socket socket) throws IOException {
        assertThat(RawAnswer.read(socket.getInputStream()).status()).isEqualTo(REFUSAL);
    }

    @Test
    void body_asLongAsTheLimit_isReadToItsEndBeforeTheAnswerIs() throws IOException {
        try (Socket socket = opened(MOST_BYTES)) {
            socket.getOutputStream().write(new byte[MOST_BYTES]);
            assertRefused(socket);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void body_thatTheContainerWouldSwallowItself_leavesAConnectionThatServesOn() throws IOException {
        try (Socket socket = opened(1 << 20)) {
            socket.getOutputStream().write(new byte[1 << 20]);
            assertRefused(socket);
            assertThatTheConnectionServesOn(socket);
        }
    }

    @Test
    void body_overTheBytes_isAnsweredAndCut() throws Exception {
        try (Socket socket = opened(100L * MOST_BYTES)) {
            assertRefused(socket);
            long start = System.nanoTime();
            assertThatThrownBy(() -> sendUntilClosed(socket, 64 << 10, 0)).isInstanceOf(SocketException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
        }
    }

    @Test
    void body_thatTricklesLongerThanTheTime_isAnsweredAndCut() throws Exception {
        try (Socket socket = opened(MOST_BYTES)) {
            assertRefused(socket);
            long start = System.nanoTime();
            assertThatThrownBy(() -> sendUntilClosed(socket, 1, 20)).isInstanceOf(SocketException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(LONGEST.minusMillis(500), LONGEST.plusSeconds(3));
        }
    }

    @Test
    void body_whenAllPlacesAreTaken_isAnsweredAndItsConnectionClosedUntilOneIsFree() throws Exception {
        try (Socket first = opened(1000);
                Socket second = opened(1000)) {
            assertRefused(first);
            assertRefused(second);
            try (Socket third = opened(1000)) {
                assertRefused(third);
                third.setSoTimeout((int) LONGEST.toMillis() / 2);
                assertThat(third.getInputStream().read()).isEqualTo(-1);
            }
            first.getOutputStream().write(new byte[1000]);
            try (Socket fourth = opened(1000)) {
                assertRefused(fourth);
                fourth.getOutputStream().write(new byte[1000]);
                assertThatTheConnectionServesOn(fourth);
            }
        }
    }

    @Test
    void bodyThatIsThere_whenAllPlacesAreTaken_needsNone() throws Exception {
        try (Socket first = opened(1000);
                Socket second = opened(1000);
                Socket third = opened(0)) {
            assertRefused(first);
            assertRefused(second);
            assertRefused(third);
            assertThatTheConnectionServesOn(third);
        }
    }

    private static void assertThatTheConnectionServesOn(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        assertRefused(socket);
    }
}
