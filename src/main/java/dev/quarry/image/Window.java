package dev.quarry.image;

/**
 * The part of a plane that holds the picture, in the plane's own samples; edges may be fractions.
 *
 * <p>A picture 2725 wide decoded at half size lies in 1363 columns, of which it covers 1362.5: resampling must use this
 * exact extent.
 *
 * @param x left edge, 0 = left edge of the first column
 * @param y top edge
 * @param width extent across, in samples
 * @param height extent down, in samples
 */
public record Window(double x, double y, double width, double height) {

    /** A window over all of a plane. */
    public static Window of(int width, int height) {
        return new Window(0, 0, width, height);
    }

    /** Whether all four edges lie on whole samples. */
    public boolean isWhole() {
        return x == Math.rint(x) && y == Math.rint(y) && width == Math.rint(width) && height == Math.rint(height);
    }
}
