package dev.quarry.web;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.List;

/** A request that is wrong by its body or framing; the static methods name every reason. */
final class RequestException extends ServiceException {

    private RequestException(ErrorKind kind, String detail) {
        super(kind, detail);
    }

    static ServiceException bodyTooLarge(long limitBytes, long actualBytes) {
        return new RequestException(
                        ErrorKind.BODY_TOO_LARGE,
                        "the body has %s bytes; at most %d are allowed"
                                .formatted(actualBytes < 0 ? "more" : Long.toString(actualBytes), limitBytes))
                .with("limit", limitBytes)
                .with("actual", Math.max(actualBytes, limitBytes + 1));
    }

    static ServiceException emptyBody() {
        return new RequestException(
                ErrorKind.EMPTY_BODY, "the request has no image; send its bytes as the body, or as the part \"image\"");
    }

    static ServiceException incompleteBody(long declaredBytes, long actualBytes) {
        String declared = declaredBytes < 0 ? "its last chunk" : declaredBytes + " bytes, as declared";
        return new RequestException(
                        ErrorKind.INCOMPLETE_BODY,
                        "the body ended after %d bytes, before %s".formatted(actualBytes, declared))
                .with("actual", actualBytes);
    }

    static ServiceException bodyTimeout(String why, long actualBytes) {
        return new RequestException(ErrorKind.BODY_TIMEOUT, "the body came too slowly: " + why)
                .with("actual", actualBytes);
    }

    static ServiceException malformedBody(String why) {
        return new RequestException(ErrorKind.MALFORMED_REQUEST, "the body's transfer coding cannot be read: " + why);
    }

    static ServiceException malformedMultipart(String why) {
        return new RequestException(ErrorKind.MALFORMED_REQUEST, "the multipart body cannot be read: " + why);
    }

    static ServiceException partHeaderTooLarge(long limitBytes) {
        return new RequestException(
                        ErrorKind.MALFORMED_REQUEST,
                        "a part of the multipart body has header lines of over %d bytes; is its file name so long?"
                                .formatted(limitBytes))
                .with("limit", limitBytes);
    }

    static ServiceException repeatedPart(String name) {
        return new RequestException(ErrorKind.MALFORMED_REQUEST, "the part \"%s\" occurs twice".formatted(name));
    }

    static ServiceException pipelineTooLarge(long limitBytes) {
        return new RequestException(
                        ErrorKind.MALFORMED_REQUEST, "the part \"pipeline\" is over %d bytes".formatted(limitBytes))
                .with("limit", limitBytes);
    }

    static ServiceException unknownPart(String name, List<String> allowed) {
        return new RequestException(
                        ErrorKind.UNKNOWN_PART,
                        "the request has no use for the part \"%s\"; parts are %s".formatted(name, allowed))
                .with("allowed", allowed);
    }

    static ServiceException missingImage() {
        return new RequestException(ErrorKind.MISSING_PART, "the part \"image\" is missing")
                .with("allowed", List.of("image", "pipeline"));
    }

    static ServiceException headerNotFound(long limitBytes) {
        return new RequestException(
                        ErrorKind.UNPROCESSABLE_IMAGE,
                        "the image's header does not end within its first %d bytes".formatted(limitBytes))
                .with("limit", limitBytes);
    }
}
