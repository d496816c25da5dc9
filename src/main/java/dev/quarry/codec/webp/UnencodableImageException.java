package dev.quarry.codec.webp;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** The picture has more data at this quality than a WebP can hold. */
public final class UnencodableImageException extends ServiceException {

    /** {@code detail} says which bound was passed and what to do. */
    public UnencodableImageException(String detail) {
        super(ErrorKind.UNPROCESSABLE_IMAGE, detail);
    }
}
