package dev.quarry.engine.fair;

import java.util.Locale;

/** The two classes of jobs, by what they will probably cost. */
public enum JobSize {
    /** Done in milliseconds, in little memory; somebody waits for a page. */
    SMALL,
    /** Everything else. */
    LARGE;

    /** The name in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
