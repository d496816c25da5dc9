package dev.quarry.pipeline;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** A request needs more memory than it can ever be given. */
public final class MemoryBudgetExceededException extends ServiceException {

    /** {@code neededBytes} with the source, of at most {@code budgetBytes}. */
    public MemoryBudgetExceededException(long neededBytes, long budgetBytes) {
        super(
                ErrorKind.MEMORY_BUDGET_EXCEEDED,
                "the request needs %d bytes of memory; at most %d can be given to one"
                        .formatted(neededBytes, budgetBytes));
        with("limit", budgetBytes);
        with("actual", neededBytes);
    }
}
