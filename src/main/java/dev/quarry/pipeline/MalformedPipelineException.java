package dev.quarry.pipeline;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** The syntax of a request is broken: its JSON, its query string, or its size. */
public final class MalformedPipelineException extends ServiceException {

    /** {@code detail} says where and what was expected. */
    public MalformedPipelineException(String detail) {
        super(ErrorKind.MALFORMED_REQUEST, detail);
    }
}
