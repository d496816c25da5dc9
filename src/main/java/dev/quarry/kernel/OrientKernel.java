package dev.quarry.kernel;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;

/** Flips and right-angle turns of one plane, without any change of a sample. */
public interface OrientKernel {

    /**
     * Writes the {@code target} rows {@code fromRow ≤ y < toRow} of {@code source} turned by {@code turn}. The target has
     * the turned plane's size; the planes must not overlap. {@code NONE} copies.
     *
     * @param scratch the caller's, free during the call
     */
    void orient(Plane source, Plane target, Orientation turn, int fromRow, int toRow, Scratch scratch);
}
