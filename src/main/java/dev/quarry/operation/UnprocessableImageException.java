package dev.quarry.operation;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** A step that would be right for another image cannot be done with this one. */
public final class UnprocessableImageException extends ServiceException {

    /** {@code detail} says what the image would have to be. */
    public UnprocessableImageException(String detail) {
        super(ErrorKind.UNPROCESSABLE_IMAGE, detail);
    }
}
