package dev.quarry.web;

import java.io.IOException;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 whose requests know their socket, so that a request that waits can see that its client has gone; and which, before
 * it pauses, answers the requests of all connections that were made.
 */
public final class ObservedProtocol extends Http11NioProtocol {

    private static final int NOTE = 30;
    private static final long LAST_REQUESTS_MILLIS = 5_000;

    private final DrainingEndpoint endpoint;

    /** Made by the container, by name. */
    public ObservedProtocol() {
        this(new DrainingEndpoint());
    }

    private ObservedProtocol(DrainingEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /** Bounds the connections that one address may have. */
    void setShare(ConnectionShare connections) {
        endpoint.setShare(connections);
    }

    /** What is paused closes connections without a word: first those that are open get time to send their request. */
    @Override
    public void pause() throws Exception {
        endpoint.drain();
        awaitConnectionsClose(LAST_REQUESTS_MILLIS);
        super.pause();
    }

    @Override
    protected Processor createProcessor() {
        return new ObservedProcessor(this);
    }

    /** The socket of a request, null for one that cannot be looked at. */
    static @Nullable SocketConnection connection(Request request) {
        return request.getNote(NOTE) instanceof SocketWrapperBase<?> socket
                ? SocketConnection.of(
                        socket, "HTTP/1.1".equals(request.protocol().toString()))
                : null;
    }

    /** Leaves the socket with the request. */
    private static final class ObservedProcessor extends Http11Processor {

        ObservedProcessor(ObservedProtocol protocol) {
            super(protocol, protocol.getAdapter());
        }

        @Override
        public SocketState service(SocketWrapperBase<?> socket) throws IOException {
            request.setNote(NOTE, socket);
            return super.service(socket);
        }
    }
}
