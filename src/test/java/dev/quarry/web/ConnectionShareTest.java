package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.engine.fair.ClientId;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections of several addresses to a container that allows few. */
@Timeout(60)
class ConnectionShareTest {

    private static final int MOST = 8;
    private static final String PROXY = "127.0.0.99";
    private static final byte[] REFUSAL =
            "HTTP/1.1 429 \r\nContent-Length: 2\r\nConnection: close\r\n\r\nno".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory;

    private final AtomicInteger refused = new AtomicInteger();
    private final List<Socket> open = new ArrayList<>();
    private Tomcat tomcat;

    /** Says yes. */
    private static final class Willing extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            request.getInputStream().readAllBytes();
            response.setContentLength(3);
            response.getOutputStream().print("yes");
        }
    }

    @BeforeEach
    void start() throws Exception {
        tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        Connector connector = new Connector(ObservedProtocol.class.getName());
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxConnections", Integer.toString(MOST));
        ((ObservedProtocol) connector.getProtocolHandler())
                .setShare(new ConnectionShare(ConnectionShareTest::owner, REFUSAL, refused::incrementAndGet));
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "willing", new Willing());
        context.addServletMappingDecoded("/", "willing");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : open) {
            socket.close();
        }
        tomcat.stop();
        tomcat.destroy();
    }

    private static @Nullable ClientId owner(InetAddress address) {
        String name = address.getHostAddress();
        return name.equals(PROXY) ? null : new ClientId(name);
    }

    /** What a new connection is answered, which stays open. */
    private int status(String address) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress("127.0.0.1", tomcat.getConnector().getLocalPort()));
        socket.setSoTimeout(10_000);
        byte[] body = new byte[100_000];
        String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
        return RawAnswer.read(socket.getInputStream()).status();
    }

    @Test
    void connection_beyondTheShareOfItsAddress_isRefusedWhileOthersAreServed() throws IOException {
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(status("127.0.0.2")).isEqualTo(200);
        }
        // More than could be open at all.
        for (int i = 1; i <= 2 * MOST; i++) {
            assertThat(status("127.0.0.2")).isEqualTo(429);
            assertThat(refused).hasValue(i);
        }
        for (int i = 0; i < MOST / 2 - 1; i++) {
            assertThat(status("127.0.0.3")).isEqualTo(200);
        }
    }

    @Test
    void connection_afterOneOfItsAddressHasEnded_isServed() throws Exception {
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(status("127.0.0.2")).isEqualTo(200);
        }
        assertThat(status("127.0.0.2")).isEqualTo(429);
        open.getFirst().close();
        int status = 0;
        for (int tries = 0; tries < 100 && status != 200; tries++) {
            Thread.sleep(20);
            status = status("127.0.0.2");
        }
        assertThat(status).isEqualTo(200);
    }

    @Test
    void connection_ofATrustedProxy_isNotBoundedByAShare() throws IOException {
        for (int i = 0; i < MOST - 1; i++) {
            assertThat(status(PROXY)).isEqualTo(200);
        }
        assertThat(refused).hasValue(0);
    }

    @Test
    void mostConnections_ofHeaps_growWithThem() {
        assertThat(TomcatConfiguration.mostConnections(16 << 20)).isEqualTo(64);
        assertThat(TomcatConfiguration.mostConnections(126 << 20)).isBetween(300, 500);
        assertThat(TomcatConfiguration.mostConnections(1L << 30)).isGreaterThan(1024);
    }
}
