package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Changes of single samples, rows {@code fromRow ≤ y < toRow}. */
public interface PointKernel {

    /** sample ← 255 − sample, in place. */
    void invert(Plane plane, int fromRow, int toRow);

    /** sample ← value. Writes exactly the plane's columns, so that a view of part of a plane can be filled. */
    void fill(Plane plane, int value, int fromRow, int toRow);

    /** Copies rows between planes of equal size. Writes exactly the target's columns. */
    void copy(Plane source, Plane target, int fromRow, int toRow);

    /**
     * target ← table[source], the sample taken as 0 to 255; planes of equal size, which may be the same. Writes exactly the
     * target's columns.
     *
     * @param table 256 values
     */
    void map(Plane source, Plane target, byte[] table, int fromRow, int toRow);
}
