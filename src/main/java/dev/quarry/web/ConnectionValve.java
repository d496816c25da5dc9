package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;

/** Gives handlers what the servlet API lacks: a view of the connection while they wait. */
final class ConnectionValve extends ValveBase {

    private static final String ATTRIBUTE = ConnectionValve.class.getName();

    ConnectionValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        request.setAttribute(ATTRIBUTE, request.getCoyoteRequest());
        getNext().invoke(request, response);
    }

    /** The connection of a request whose body has been read to its end. */
    static ClientConnection of(ServletRequest request) {
        SocketConnection socket = socketOf(request);
        return socket == null ? ClientConnection.unobserved() : socket;
    }

    /** The socket of a request, null for one that cannot be looked at. */
    static @Nullable SocketConnection socketOf(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof org.apache.coyote.Request connected
                ? ObservedProtocol.connection(connected)
                : null;
    }

    /** Cuts the connection, where an answer has begun that will never be whole. */
    static void abort(ServletRequest request, IOException reason) {
        if (request.getAttribute(ATTRIBUTE) instanceof org.apache.coyote.Request connected) {
            connected.action(ActionCode.CLOSE_NOW, reason);
        }
    }
}
