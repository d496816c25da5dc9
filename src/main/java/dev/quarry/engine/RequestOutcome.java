package dev.quarry.engine;

import java.util.Locale;

/** How a request ended, as operators count it. */
public enum RequestOutcome {
    /** The whole result was sent. */
    OK,
    /** The request or its image was wrong. */
    CLIENT_ERROR,
    /** There was no room for it. */
    REJECTED,
    /** A deadline passed, of the upload or of the work. */
    TIMEOUT,
    /** The client went away before it had its answer. */
    CANCELLED,
    /** A defect of the service. */
    ERROR;

    /** The name in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
