package dev.quarry.web;

import dev.quarry.error.ServiceException;
import dev.quarry.operation.GivenValue;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Turns what Spring and the description pages throw into problems. */
@RestControllerAdvice
final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    private final ProblemWriter problems;
    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    ProblemAdvice(ProblemWriter problems, ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
        this.problems = problems;
    }

    @ExceptionHandler
    void nowhere(NoResourceFoundException failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        LOG.debug("nothing is there", failure);
        List<String> allowed = addresses();
        problems.write(
                request,
                response,
                new Problem(
                        ProblemType.NOT_FOUND,
                        "there is nothing at %s; requests go to %s"
                                .formatted(GivenValue.quoted(request.getRequestURI()), String.join(", ", allowed)),
                        Map.of("allowed", allowed)));
    }

    /** The addresses of this version, as the handlers name them. */
    private List<String> addresses() {
        return mappings.stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(mapping -> mapping.getPatternValues().stream())
                .filter(address -> address.startsWith("/v1/"))
                .distinct()
                .sorted()
                .toList();
    }

    @ExceptionHandler
    void wrongMethod(
            HttpRequestMethodNotSupportedException failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String[] supported = failure.getSupportedMethods();
        List<String> allowed = supported == null ? List.of() : List.of(supported);
        response.setHeader(HttpHeaders.ALLOW, String.join(", ", allowed));
        problems.write(
                request,
                response,
                new Problem(
                        ProblemType.METHOD_NOT_ALLOWED,
                        "%s is not possible here; allowed are %s".formatted(failure.getMethod(), allowed),
                        Map.of("allowed", allowed)));
    }

    @ExceptionHandler
    void refusal(ServiceException failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        problems.write(request, response, Problem.of(failure));
    }

    /** Answers are the only input and output of these handlers: nobody is there to be told. */
    @ExceptionHandler
    void gone(IOException failure) {
        LOG.debug("the client left before it had its answer", failure);
    }

    /** Only management endpoints have bodies that Spring reads. */
    @ExceptionHandler
    void unreadable(HttpMessageNotReadableException failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        LOG.debug("a body could not be read", failure);
        problems.write(
                request,
                response,
                Problem.of(
                        ProblemType.MALFORMED_REQUEST,
                        "the body is not a JSON object whose members are text, numbers, true, false or null"));
    }

    /** Everything else: Spring's own refusals by their status, and defects. */
    @ExceptionHandler
    void other(Exception failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(request, response, problemOf(failure));
    }

    /** The problem for anything that may be thrown; defects are logged here, and only here. */
    static Problem problemOf(Throwable failure) {
        if (failure instanceof ServiceException refusal && ProblemType.of(refusal.kind()) != ProblemType.INTERNAL) {
            return Problem.of(refusal);
        }
        if (failure instanceof ErrorResponse refusal && !refusal.getStatusCode().is5xxServerError()) {
            ProblemType type = ProblemType.ofStatus(refusal.getStatusCode().value());
            return Problem.of(type, detail(refusal.getBody().getDetail(), type));
        }
        String id = UUID.randomUUID().toString();
        LOG.error("request failed, id {}", id, failure);
        return Problem.internal(id);
    }

    private static String detail(@Nullable String detail, ProblemType type) {
        return detail == null ? type.explanation() : detail;
    }
}
