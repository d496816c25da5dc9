package dev.quarry.codec;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.List;

/** The bytes are no image, or of a format or kind that cannot be read or written here. */
public final class UnsupportedFormatException extends ServiceException {

    /** {@code detail} says what cannot be read or written. */
    public UnsupportedFormatException(String detail) {
        super(ErrorKind.UNSUPPORTED_FORMAT, detail);
    }

    /** {@code allowed} lists the formats that would work. */
    public UnsupportedFormatException(String detail, List<String> allowed) {
        super(ErrorKind.UNSUPPORTED_FORMAT, detail);
        with("allowed", allowed);
    }
}
