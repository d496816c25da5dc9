package dev.quarry.engine;

import java.util.Locale;

/** Why work was refused that another moment, machine or setting could have done. */
public enum RejectReason {
    /** As many jobs wait as may. */
    QUEUE_FULL,
    /** As much of one client waits as may. */
    CLIENT_SHARE,
    /** The body, the image or a step is over a limit. */
    TOO_LARGE,
    /** It needs more memory than there is, or none became free in time. */
    BUDGET,
    /** The deadline passed. */
    DEADLINE,
    /** The service is shutting down. */
    DRAINING;

    /** The name in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
