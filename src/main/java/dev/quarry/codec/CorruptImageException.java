package dev.quarry.codec;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** The image is damaged or cut off. */
public final class CorruptImageException extends ServiceException {

    /** {@code detail} says what is damaged. */
    public CorruptImageException(String detail) {
        super(ErrorKind.CORRUPT_IMAGE, detail);
    }
}
