package dev.quarry.image;

/**
 * How large a source, a result, an overlay and the picture after any step may be.
 *
 * @param maxPixels width × height
 * @param maxSide width or height in pixels
 */
public record ImageLimits(long maxPixels, int maxSide) {

    /** Checks that both are positive. */
    public ImageLimits {
        if (maxPixels < 1 || maxSide < 1) {
            throw new IllegalArgumentException("limits must be positive: " + maxPixels + " pixels, side " + maxSide);
        }
    }

    /**
     * Refuses a picture over the limits.
     *
     * @param what names the picture in the message, such as {@code the image}
     * @throws ImageTooLargeException naming the limit and the actual size
     */
    public void check(long width, long height, String what) {
        if (width > maxSide || height > maxSide) {
            throw new ImageTooLargeException(
                    "%s is %d×%d pixels; at most %d are allowed on a side".formatted(what, width, height, maxSide),
                    maxSide,
                    Math.max(width, height));
        }
        if (width * height > maxPixels) {
            throw new ImageTooLargeException(
                    "%s is %d×%d = %d pixels; at most %d are allowed"
                            .formatted(what, width, height, width * height, maxPixels),
                    maxPixels,
                    width * height);
        }
    }
}
