package dev.quarry.web;

import dev.quarry.engine.RejectReason;
import dev.quarry.engine.RequestOutcome;
import dev.quarry.error.ErrorKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The problems of the HTTP contract: a stable name, a status, and how operators count it. */
enum ProblemType {
    MALFORMED_REQUEST(400, "Malformed request", "The JSON, the query string or the multipart framing cannot be read."),
    UNKNOWN_OPERATION(
            400, "Unknown operation", "A step names an operation that does not exist; GET /v1/operations lists them."),
    UNKNOWN_PARAMETER(400, "Unknown parameter", "A parameter does not exist; nothing is ignored silently."),
    INVALID_PARAMETER(400, "Invalid parameter", "A parameter is missing, of the wrong type, or outside its range."),
    UNKNOWN_PART(400, "Unknown part", "A multipart part is not used by the request."),
    MISSING_PART(400, "Missing part", "A multipart part that the request needs is not there."),
    EMPTY_BODY(400, "Empty body", "The request has no image bytes."),
    INCOMPLETE_BODY(400, "Incomplete body", "The body ended before its declared length."),
    NOT_FOUND(404, "Not found", "There is nothing at this address."),
    METHOD_NOT_ALLOWED(405, "Method not allowed", "The address exists, but not for this method; see the Allow header."),
    NOT_ACCEPTABLE(406, "Not acceptable", "No format that the client accepts can be written."),
    BODY_TIMEOUT(
            408,
            RequestOutcome.TIMEOUT,
            null,
            "Body too slow",
            "The body came slower than the minimum rate or its deadline."),
    BODY_TOO_LARGE(
            413,
            RequestOutcome.CLIENT_ERROR,
            RejectReason.TOO_LARGE,
            "Body too large",
            "The body is over the size limit."),
    UNSUPPORTED_FORMAT(
            415,
            "Unsupported format",
            "The bytes are no image, or of a format that cannot be read or written here; GET /v1/formats lists them."),
    CORRUPT_IMAGE(422, "Corrupt image", "The image is damaged or cut off."),
    IMAGE_TOO_LARGE(
            422,
            RequestOutcome.CLIENT_ERROR,
            RejectReason.TOO_LARGE,
            "Image too large",
            "The image, a step or the result is over a limit on pixels or sides."),
    UNPROCESSABLE_IMAGE(422, "Unprocessable image", "The request would be right for another image."),
    MEMORY_BUDGET_EXCEEDED(
            422,
            RequestOutcome.CLIENT_ERROR,
            RejectReason.BUDGET,
            "Memory budget exceeded",
            "The request needs more memory than it can ever be given."),
    COST_LIMIT_EXCEEDED(
            422,
            RequestOutcome.CLIENT_ERROR,
            RejectReason.TOO_LARGE,
            "Cost limit exceeded",
            "The request needs more CPU time than one request may take."),
    ADDRESS_TOO_LONG(414, "Address too long", "The address of the request is over the server's limit of 16 kB."),
    EXPECTATION_FAILED(417, "Expectation failed", "Only the expectation 100-continue is known here."),
    HEADER_TOO_LARGE(431, "Request header too large", "The header of the request is over the server's limit."),
    CANCELLED(
            499, RequestOutcome.CANCELLED, null, "Client gone", "The client closed the connection; nobody reads this."),
    INTERNAL(
            500,
            RequestOutcome.ERROR,
            null,
            "Internal error",
            "A defect of the service; its operator finds it in the log by the id."),
    NOT_IMPLEMENTED(501, "Not implemented", "The method or the transfer coding is not known here."),
    HTTP_VERSION_NOT_SUPPORTED(505, "HTTP version not supported", "HTTP/1.0 and HTTP/1.1 are spoken here."),
    QUEUE_FULL(
            503,
            RequestOutcome.REJECTED,
            RejectReason.QUEUE_FULL,
            "Queue full",
            "As many requests wait as may; later may work."),
    CLIENT_SHARE_EXCEEDED(
            429,
            RequestOutcome.REJECTED,
            RejectReason.CLIENT_SHARE,
            "Too many requests of this client",
            "As many requests of this client wait as may; later may work."),
    MEMORY_EXHAUSTED(
            503,
            RequestOutcome.REJECTED,
            RejectReason.BUDGET,
            "No memory now",
            "No memory became free in time; later may work."),
    DRAINING(
            503,
            RequestOutcome.REJECTED,
            RejectReason.DRAINING,
            "Shutting down",
            "The service is shutting down; another instance may answer."),
    DEADLINE_EXCEEDED(
            504,
            RequestOutcome.TIMEOUT,
            RejectReason.DEADLINE,
            "Deadline exceeded",
            "The deadline passed, in the queue or at work.");

    private final int status;
    private final RequestOutcome outcome;
    private final @Nullable RejectReason rejectReason;
    private final String title;
    private final String explanation;

    ProblemType(int status, String title, String explanation) {
        this(status, RequestOutcome.CLIENT_ERROR, null, title, explanation);
    }

    ProblemType(
            int status, RequestOutcome outcome, @Nullable RejectReason rejectReason, String title, String explanation) {
        this.status = status;
        this.outcome = outcome;
        this.rejectReason = rejectReason;
        this.title = title;
        this.explanation = explanation;
    }

    /** The problem that a failure of this kind is. */
    static ProblemType of(ErrorKind kind) {
        return switch (kind) {
            case MALFORMED_REQUEST -> MALFORMED_REQUEST;
            case UNKNOWN_OPERATION -> UNKNOWN_OPERATION;
            case UNKNOWN_PARAMETER -> UNKNOWN_PARAMETER;
            case INVALID_PARAMETER -> INVALID_PARAMETER;
            case UNKNOWN_PART -> UNKNOWN_PART;
            case MISSING_PART -> MISSING_PART;
            case EMPTY_BODY -> EMPTY_BODY;
            case INCOMPLETE_BODY -> INCOMPLETE_BODY;
            case BODY_TIMEOUT -> BODY_TIMEOUT;
            case BODY_TOO_LARGE -> BODY_TOO_LARGE;
            case UNSUPPORTED_FORMAT -> UNSUPPORTED_FORMAT;
            case NOT_ACCEPTABLE -> NOT_ACCEPTABLE;
            case CORRUPT_IMAGE -> CORRUPT_IMAGE;
            case IMAGE_TOO_LARGE -> IMAGE_TOO_LARGE;
            case UNPROCESSABLE_IMAGE -> UNPROCESSABLE_IMAGE;
            case MEMORY_BUDGET_EXCEEDED -> MEMORY_BUDGET_EXCEEDED;
            case COST_LIMIT_EXCEEDED -> COST_LIMIT_EXCEEDED;
            case QUEUE_FULL -> QUEUE_FULL;
            case CLIENT_SHARE_EXCEEDED -> CLIENT_SHARE_EXCEEDED;
            case MEMORY_EXHAUSTED -> MEMORY_EXHAUSTED;
            case DRAINING -> DRAINING;
            case DEADLINE_EXCEEDED -> DEADLINE_EXCEEDED;
            case CANCELLED -> CANCELLED;
            case INTERNAL -> INTERNAL;
        };
    }

    /** The problem that a status set by the server itself means. */
    static ProblemType ofStatus(int status) {
        return switch (status) {
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 408 -> BODY_TIMEOUT;
            case 413 -> BODY_TOO_LARGE;
            case 414 -> ADDRESS_TOO_LONG;
            case 417 -> EXPECTATION_FAILED;
            case 431 -> HEADER_TOO_LARGE;
            case 501 -> NOT_IMPLEMENTED;
            case 505 -> HTTP_VERSION_NOT_SUPPORTED;
            case 503 -> DRAINING;
            default -> status >= 400 && status < 500 ? MALFORMED_REQUEST : INTERNAL;
        };
    }

    /** The problem with this name in its address. */
    static Optional<ProblemType> named(String label) {
        return Arrays.stream(values())
                .filter(type -> type.label().equals(label))
                .findFirst();
    }

    /** Its name in addresses. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its stable address, the {@code type} of every answer. */
    String address() {
        return "/problems/" + label();
    }

    int status() {
        return status;
    }

    RequestOutcome outcome() {
        return outcome;
    }

    Optional<RejectReason> rejectReason() {
        return Optional.ofNullable(rejectReason);
    }

    String title() {
        return title;
    }

    String explanation() {
        return explanation;
    }
}
