package dev.quarry.image;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** A picture is over a limit on pixels or sides. */
public final class ImageTooLargeException extends ServiceException {

    /** {@code limit} and {@code actual} are in the unit that {@code detail} names. */
    public ImageTooLargeException(String detail, long limit, long actual) {
        super(ErrorKind.IMAGE_TOO_LARGE, detail);
        with("limit", limit);
        with("actual", actual);
    }
}
