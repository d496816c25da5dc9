package dev.quarry.operation;

import java.util.Locale;

/** How a picture is made to fit a box. */
public enum Fit {
    /** As large as possible with both sides inside the box. */
    INSIDE,
    /** As small as possible with both sides at least the box's. */
    OUTSIDE,
    /** As {@link #OUTSIDE}, then cut to the box. */
    COVER,
    /** As {@link #INSIDE}, then filled up to the box. */
    CONTAIN,
    /** Each side to the box's, without regard to the ratio. */
    FILL;

    /** The name in requests. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
