package dev.quarry.storage;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** No memory for a reservation or a block until the deadline. */
public final class StorageExhaustedException extends ServiceException {

    /** {@code wantedBytes} could not be had; {@code budgetBytes} is the hard limit of the whole storage. */
    public StorageExhaustedException(String detail, long wantedBytes, long budgetBytes) {
        super(ErrorKind.MEMORY_EXHAUSTED, detail);
        with("actual", wantedBytes);
        with("limit", budgetBytes);
    }
}
