package dev.quarry.error;

/** The kinds of refusal and failure; each is one documented problem of the HTTP contract. */
public enum ErrorKind {
    /** The request's syntax is broken: JSON, query string, multipart framing. */
    MALFORMED_REQUEST,
    /** A step names an operation that does not exist. */
    UNKNOWN_OPERATION,
    /** A step, the output or the query names a parameter that does not exist. */
    UNKNOWN_PARAMETER,
    /** A parameter is missing, has the wrong type, or lies outside its range. */
    INVALID_PARAMETER,
    /** A multipart part is not used by the request. */
    UNKNOWN_PART,
    /** A multipart part that the request needs is not there. */
    MISSING_PART,
    /** The request has no image bytes. */
    EMPTY_BODY,
    /** The body ended before its declared length. */
    INCOMPLETE_BODY,
    /** The body came slower than the minimum rate or its deadline. */
    BODY_TIMEOUT,
    /** The body is over the size limit. */
    BODY_TOO_LARGE,
    /** The bytes are no image, or of a format that cannot be read or written here. */
    UNSUPPORTED_FORMAT,
    /** No format that the client accepts can be written. */
    NOT_ACCEPTABLE,
    /** The image is damaged or truncated. */
    CORRUPT_IMAGE,
    /** The image, a result or a step exceeds a limit on pixels or sides. */
    IMAGE_TOO_LARGE,
    /** The request would be right for another image. */
    UNPROCESSABLE_IMAGE,
    /** The request needs more memory than it can ever be given. */
    MEMORY_BUDGET_EXCEEDED,
    /** The request needs more CPU time than one request may take. */
    COST_LIMIT_EXCEEDED,
    /** The queue is full; later may work. */
    QUEUE_FULL,
    /** One client has as much waiting as it may; later may work. */
    CLIENT_SHARE_EXCEEDED,
    /** No memory became free in time; later may work. */
    MEMORY_EXHAUSTED,
    /** The service is shutting down; another instance may work. */
    DRAINING,
    /** The deadline passed, in the queue or at work. */
    DEADLINE_EXCEEDED,
    /** The client went away; nobody reads the answer. */
    CANCELLED,
    /** A defect of the service. */
    INTERNAL
}
