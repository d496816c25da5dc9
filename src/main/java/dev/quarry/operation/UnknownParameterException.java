package dev.quarry.operation;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.List;

/** A request names a parameter or option that does not exist. */
public final class UnknownParameterException extends ServiceException {

    /** {@code place} says where, {@code allowed} which names exist there. */
    public UnknownParameterException(String place, String name, List<String> allowed) {
        super(
                ErrorKind.UNKNOWN_PARAMETER,
                "%s: there is no parameter %s; %s"
                        .formatted(
                                place,
                                GivenValue.quoted(name),
                                allowed.isEmpty() ? "none is allowed" : "allowed are " + String.join(", ", allowed)));
        with("parameter", name);
        with("allowed", allowed);
    }
}
