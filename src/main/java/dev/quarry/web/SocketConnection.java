package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plain socket that is looked at without waiting: its end means that the client has gone. A byte that comes belongs to the
 * client's next request; it is put back, and the connection is not looked at again. A client that closes its side of the
 * connection before it has its answer counts as gone, as with other servers.
 */
final class SocketConnection implements ClientConnection {

    private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);

    private final SocketWrapperBase<?> socket;
    private final NioChannel channel;
    private boolean moreHasCome;

    private SocketConnection(SocketWrapperBase<?> socket, NioChannel channel) {
        this.socket = socket;
        this.channel = channel;
    }

    /** The connection of {@code socket}; an encrypted one cannot be looked at, for its bytes are not the request's. */
    static ClientConnection of(SocketWrapperBase<?> socket) {
        return socket.getSocket() instanceof NioChannel channel && !(channel instanceof SecureNioChannel)
                ? new SocketConnection(socket, channel)
                : ClientConnection.unobserved();
    }

    @Override
    public boolean isGone() {
        if (moreHasCome || !channel.getBufHandler().isReadBufferEmpty()) {
            return false;
        }
        ByteBuffer one = ByteBuffer.allocate(1);
        try {
            int count = channel.getIOChannel().read(one);
            if (count > 0) {
                moreHasCome = true;
                socket.unRead(one.flip());
            }
            return count < 0;
        } catch (IOException reset) {
            LOG.debug("a client has reset its connection", reset);
            return true;
        }
    }
}
