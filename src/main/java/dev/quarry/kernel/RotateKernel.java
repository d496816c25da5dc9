package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.util.List;

/**
 * Sampling of planes at the points of an affine map, as Pillow's {@code Image.transform(AFFINE)}.
 *
 * <p>Target pixel (x, y) is read at source point (a·(x+½) + b·(y+½) + c, d·(x+½) + e·(y+½) + f), where pixel (i, j)
 * covers [i, i+1) × [j, j+1). Coordinates have 32 fraction bits: the point of a row's first pixel and the step to the next
 * pixel are rounded to them, all others are sums. Points outside the source give {@code outside}. Bicubic is Keys' cubic
 * with a = −1, which is what Pillow turns pictures with (it resizes them with −0.5); taps beyond the edge repeat it. Results
 * are rounded half up and clamped.
 */
public interface RotateKernel {

    /** How a point between samples is read. */
    enum Interpolation {
        /** The pixel that holds the point. */
        NEAREST,
        /** Four pixels, linear. */
        BILINEAR,
        /** Sixteen pixels, cubic. */
        BICUBIC
    }

    /** The map from target to source points; see the interface. */
    record AffineMap(double a, double b, double c, double d, double e, double f) {}

    /**
     * Writes the rows {@code fromRow ≤ y < toRow} of the {@code targets}, each from its source. Sources are of equal size, and
     * so are targets; the planes must not overlap.
     *
     * @param outside the sample of each target where the point lies outside
     * @throws IllegalArgumentException when a point of the target lies 2³⁰ pixels or more from the origin
     */
    void rotate(
            List<Plane> sources,
            List<Plane> targets,
            AffineMap map,
            Interpolation interpolation,
            int[] outside,
            int fromRow,
            int toRow,
            Scratch scratch);
}
