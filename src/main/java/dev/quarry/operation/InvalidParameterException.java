package dev.quarry.operation;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** A parameter is missing, has a value that is not allowed, or contradicts another. */
public final class InvalidParameterException extends ServiceException {

    /** {@code detail} names the place, the parameter and what is allowed. */
    public InvalidParameterException(String detail) {
        super(ErrorKind.INVALID_PARAMETER, detail);
    }
}
