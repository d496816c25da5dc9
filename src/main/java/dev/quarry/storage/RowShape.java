package dev.quarry.storage;

/**
 * The rows of one plane, as storage sees them.
 *
 * @param widthBytes bytes of each row that hold samples, ≥ 0
 * @param rows how many rows, ≥ 0
 */
public record RowShape(int widthBytes, int rows) {

    /** Checks that neither side is negative. */
    public RowShape {
        if (widthBytes < 0 || rows < 0) {
            throw new IllegalArgumentException("negative shape " + widthBytes + "x" + rows);
        }
    }
}
