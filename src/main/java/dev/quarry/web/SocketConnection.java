package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plain socket that is looked at without waiting. A byte that comes belongs to the client's next request; it is put back,
 * and the connection is not looked at again.
 *
 * <p>Its end may mean that the client has gone, or only that it has nothing more to say and waits for its answer; both look
 * alike. So the client is sent an interim answer, which it must skip: if it has gone, its system answers with a reset,
 * and the next interim answer cannot be sent.
 */
final class SocketConnection implements ClientConnection {

    private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);
    private static final String INTERIM = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final int FIRST_PROBES = 2;
    private static final int LOOKS_PER_PROBE = 10;

    private final SocketWrapperBase<?> socket;
    private final NioChannel channel;
    private final boolean knowsInterim;
    private boolean moreHasCome;
    private int looksAfterEnd;

    private SocketConnection(SocketWrapperBase<?> socket, NioChannel channel, boolean knowsInterim) {
        this.socket = socket;
        this.channel = channel;
        this.knowsInterim = knowsInterim;
    }

    /**
     * The connection of {@code socket}; an encrypted one cannot be looked at, for its bytes are not the request's.
     *
     * @param knowsInterim whether the client speaks HTTP/1.1
     */
    static ClientConnection of(SocketWrapperBase<?> socket, boolean knowsInterim) {
        return socket.getSocket() instanceof NioChannel channel && !(channel instanceof SecureNioChannel)
                ? new SocketConnection(socket, channel, knowsInterim)
                : ClientConnection.unobserved();
    }

    @Override
    public boolean isGone() {
        if (moreHasCome || !channel.getBufHandler().isReadBufferEmpty()) {
            return false;
        }
        try {
            return looksAfterEnd > 0 || hasEnded() ? hasGoneAfterEnd() : false;
        } catch (IOException reset) {
            LOG.debug("a client has reset its connection", reset);
            return true;
        }
    }

    private boolean hasEnded() throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        int count = channel.getIOChannel().read(one);
        if (count > 0) {
            moreHasCome = true;
            socket.unRead(one.flip());
        }
        return count < 0;
    }

    private boolean hasGoneAfterEnd() throws IOException {
        if (!knowsInterim) {
            return true;
        }
        looksAfterEnd++;
        if (looksAfterEnd <= FIRST_PROBES || looksAfterEnd % LOOKS_PER_PROBE == 0) {
            int ignored = channel.getIOChannel().write(ByteBuffer.wrap(INTERIM.getBytes(StandardCharsets.US_ASCII)));
        }
        return false;
    }
}
