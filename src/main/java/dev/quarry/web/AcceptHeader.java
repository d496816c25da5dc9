package dev.quarry.web;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.OutputRequest.AcceptedType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** What a client accepts, for requests that leave the format to it. */
final class AcceptHeader {

    private AcceptHeader() {}

    /** The media ranges of a request, in its order. */
    static List<AcceptedType> of(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(HttpHeaders.ACCEPT));
        if (values.stream().allMatch(String::isBlank)) {
            return OutputRequest.anything();
        }
        try {
            return MediaType.parseMediaTypes(values).stream()
                    .map(range -> new AcceptedType(range.getType(), range.getSubtype(), range.getQualityValue()))
                    .toList();
        } catch (InvalidMediaTypeException broken) {
            throw new BrokenAcceptException(String.valueOf(broken.getMessage()));
        }
    }

    /** An {@code Accept} header that cannot be read. */
    private static final class BrokenAcceptException extends ServiceException {

        BrokenAcceptException(String why) {
            super(ErrorKind.MALFORMED_REQUEST, "the Accept header cannot be read: " + why);
        }
    }
}
