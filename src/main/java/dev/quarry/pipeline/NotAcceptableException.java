package dev.quarry.pipeline;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.List;

/** No format that the client accepts can be written here. */
public final class NotAcceptableException extends ServiceException {

    /** {@code writable} lists the media types that can be written. */
    public NotAcceptableException(List<String> writable) {
        super(
                ErrorKind.NOT_ACCEPTABLE,
                "no format that the Accept header allows can be written; possible are " + String.join(", ", writable));
        with("allowed", writable);
    }
}
