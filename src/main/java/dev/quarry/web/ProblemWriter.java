package dev.quarry.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems, whatever the client accepts. */
@Component
final class ProblemWriter {

    static final String MEDIA_TYPE = "application/problem+json";

    /** Where a problem waits for the error dispatch when the container has taken the answer over. */
    static final String ATTRIBUTE = Problem.class.getName();

    private final JsonMapper json;

    ProblemWriter(JsonMapper json) {
        this.json = json;
    }

    /** Writes a problem and sends it; headers that are set already stay. */
    void write(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) {
            request.setAttribute(ATTRIBUTE, problem);
            request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
            return;
        }
        byte[] body = json.writeValueAsBytes(problem.members(instance(request)));
        response.resetBuffer();
        response.setStatus(problem.type().status());
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (problem.retryAfterSeconds() > 0) {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfterSeconds()));
        }
        response.getOutputStream().write(body);
        response.flushBuffer();
    }

    /** The address that was asked for, also where an error page answers for it. */
    private static String instance(HttpServletRequest request) {
        Object original = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        return original instanceof String address ? address : request.getRequestURI();
    }
}
