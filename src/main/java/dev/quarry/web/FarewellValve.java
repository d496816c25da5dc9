package dev.quarry.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.http.HttpHeaders;

/**
 * Ends each connection with its next answer once the service is about to stop, so that no client sends a request on a
 * connection that is just being closed.
 */
final class FarewellValve extends ValveBase {

    private final BooleanSupplier leaving;

    FarewellValve(BooleanSupplier leaving) {
        super(true);
        this.leaving = leaving;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (leaving.getAsBoolean()) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        getNext().invoke(request, response);
    }
}
