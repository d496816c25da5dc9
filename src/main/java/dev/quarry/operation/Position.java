package dev.quarry.operation;

import java.util.Locale;

/** Where a smaller rectangle lies in a larger one. */
public enum Position {
    /** In the middle. */
    CENTER(1, 1),
    /** At the top edge, in the middle. */
    TOP(1, 0),
    /** In the upper right corner. */
    TOP_RIGHT(2, 0),
    /** At the right edge, in the middle. */
    RIGHT(2, 1),
    /** In the lower right corner. */
    BOTTOM_RIGHT(2, 2),
    /** At the bottom edge, in the middle. */
    BOTTOM(1, 2),
    /** In the lower left corner. */
    BOTTOM_LEFT(0, 2),
    /** At the left edge, in the middle. */
    LEFT(0, 1),
    /** In the upper left corner. */
    TOP_LEFT(0, 0);

    private final int halvesAcross;
    private final int halvesDown;

    Position(int halvesAcross, int halvesDown) {
        this.halvesAcross = halvesAcross;
        this.halvesDown = halvesDown;
    }

    /** The name in requests. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The left edge where {@code room} pixels are left over across: ⌊room · fraction⌋. */
    long x(long room) {
        return Math.floorDiv(room * halvesAcross, 2L);
    }

    /** The top edge where {@code room} pixels are left over down. */
    long y(long room) {
        return Math.floorDiv(room * halvesDown, 2L);
    }
}
