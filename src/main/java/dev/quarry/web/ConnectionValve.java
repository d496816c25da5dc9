package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/** Gives handlers what the servlet API lacks: a view of the connection while they wait. */
final class ConnectionValve extends ValveBase {

    private static final String ATTRIBUTE = ClientConnection.class.getName();

    ConnectionValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        request.setAttribute(ATTRIBUTE, new SocketConnection(request.getCoyoteRequest()));
        getNext().invoke(request, response);
    }

    /** The connection of a request whose body has been read to its end. */
    static ClientConnection of(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof ClientConnection connection
                ? connection
                : ClientConnection.unobserved();
    }

    /** Cuts the connection, where an answer has begun that will never be whole. */
    static void abort(ServletRequest request, IOException reason) {
        if (request.getAttribute(ATTRIBUTE) instanceof SocketConnection connection) {
            connection.request().action(ActionCode.CLOSE_NOW, reason);
        }
    }

    /** Looks at the socket without waiting. */
    private record SocketConnection(org.apache.coyote.Request request) implements ClientConnection {

        /** An end of the stream counts as available each time; a further request's bytes only when they are first read. */
        @Override
        public boolean isGone() {
            boolean first = hasSomethingToRead();
            boolean again = hasSomethingToRead();
            return first && again;
        }

        private boolean hasSomethingToRead() {
            request.action(ActionCode.AVAILABLE, Boolean.TRUE);
            return request.getAvailable() > 0;
        }
    }
}
