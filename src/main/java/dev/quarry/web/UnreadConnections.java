package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import dev.quarry.engine.os.TcpConnections;
import dev.quarry.engine.os.ThreadPriority;
import jakarta.servlet.ServletRequest;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The connections of requests whose body is not being read. What has come and was not read hides the end of a connection
 * from whoever reads, but not from the kernel, which is asked.
 */
@Component
final class UnreadConnections {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadConnections.class);

    private final @Nullable TcpConnections kernel;

    UnreadConnections() {
        kernel = load();
    }

    private static @Nullable TcpConnections load() {
        try {
            return TcpConnections.load();
        } catch (ThreadPriority.UnavailableException e) {
            LOG.info("Uploads that wait: clients that leave are noticed at their turn, for {}", e.getMessage());
            return null;
        }
    }

    /** The connection of {@code request}; its end is never noticed where the kernel cannot be asked. */
    ClientConnection of(ServletRequest request) {
        TcpConnections asked = kernel;
        SocketConnection socket = ConnectionValve.socketOf(request);
        if (asked == null || socket == null) {
            return ClientConnection.unobserved();
        }
        InetSocketAddress local = socket.localAddress();
        InetSocketAddress remote = socket.remoteAddress();
        return local == null || remote == null
                ? ClientConnection.unobserved()
                : () -> isGone(asked.state(local, remote), socket);
    }

    private static boolean isGone(TcpConnections.State state, SocketConnection socket) {
        return switch (state) {
            case OPEN -> false;
            case ENDED -> socket.isGoneAfterEnd();
            case GONE -> true;
        };
    }
}
