package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
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
     * The connection of {@code socket}; null for an encrypted one, which cannot be looked at,
     * for its bytes are not the request's.
     *
     * @param knowsInterim whether the client speaks HTTP/1.1
     */
    static @Nullable SocketConnection of(SocketWrapperBase<?> socket, boolean knowsInterim) {
        return socket.getSocket() instanceof NioChannel channel && !(channel instanceof SecureNioChannel)
                ? new SocketConnection(socket, channel, knowsInterim)
                : null;
    }

    /** This end, null when it is closed. */
    @Nullable
    InetSocketAddress localAddress() {
        return address(SocketChannel::getLocalAddress);
    }

    /** The client's end, null when it is closed. */
    @Nullable
    InetSocketAddress remoteAddress() {
        return address(SocketChannel::getRemoteAddress);
    }

    private @Nullable InetSocketAddress address(AddressOf end) {
        try {
            return end.get(channel.getIOChannel()) instanceof InetSocketAddress address ? address : null;
        } catch (IOException closed) {
            LOG.debug("a connection is closed already", closed);
            return null;
        }
    }

    /** One end of a channel. */
    @FunctionalInterface
    private interface AddressOf {

        @Nullable
        SocketAddress get(SocketChannel channel) throws IOException;
    }

    /** Whether a client whose sending side has ended has gone as a whole: it must be asked several times. */
    boolean isGoneAfterEnd() {
        try {
            return hasGoneAfterEnd();
        } catch (IOException reset) {
            LOG.debug("a client has reset its connection", reset);
            return true;
        }
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
