package dev.quarry.operation;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.List;

/** A step names an operation that does not exist. */
public final class UnknownOperationException extends ServiceException {

    /** {@code allowed} lists the names that would be understood at this place. */
    public UnknownOperationException(String detail, List<String> allowed) {
        super(ErrorKind.UNKNOWN_OPERATION, detail);
        with("allowed", allowed);
    }
}
