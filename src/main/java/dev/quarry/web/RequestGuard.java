package dev.quarry.web;

import dev.quarry.engine.RequestListener;
import dev.quarry.engine.RequestOutcome;
import dev.quarry.engine.TransformEngine;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stands around every request that carries an image: whatever it throws becomes one answer and one counted outcome. */
@Component
final class RequestGuard {

    private static final Logger LOG = LoggerFactory.getLogger(RequestGuard.class);

    private final ProblemWriter problems;
    private final ClientIdentity clients;
    private final RequestListener listener;
    private final TransformEngine engine;

    RequestGuard(ProblemWriter problems, ClientIdentity clients, RequestListener listener, TransformEngine engine) {
        this.engine = engine;
        this.clients = clients;
        this.problems = problems;
        this.listener = listener;
    }

    /** What is done with one request. */
    @FunctionalInterface
    interface Handler {

        /** Answers the request, or throws why not. */
        void handle(Exchange exchange) throws IOException;
    }

    /** Runs {@code handler}. */
    void run(HttpServletRequest request, HttpServletResponse response, Handler handler) {
        Exchange exchange = new Exchange(request, response, clients.of(request));
        try {
            handler.handle(exchange);
            finish(exchange, RequestOutcome.OK);
        } catch (IOException gone) {
            LOG.debug("the client of {} left before it had its answer", exchange.name(), gone);
            finish(exchange, RequestOutcome.CANCELLED);
        } catch (Throwable failure) {
            fail(exchange, failure);
        }
    }

    private void fail(Exchange exchange, Throwable failure) {
        Problem problem = ProblemAdvice.problemOf(failure);
        problem.type().rejectReason().ifPresent(listener::rejected);
        if (problem.type() == ProblemType.CLIENT_SHARE_EXCEEDED) {
            engine.awaitRefusal(exchange.client());
        }
        finish(exchange, problem.type().outcome());
        try {
            problems.write(exchange.request(), exchange.response(), problem);
        } catch (IOException gone) {
            LOG.debug("nobody reads the problem of {}", exchange.name(), gone);
        }
    }

    private void finish(Exchange exchange, RequestOutcome outcome) {
        listener.finished(outcome, exchange.sourceFormat(), exchange.elapsedNanos());
    }
}
