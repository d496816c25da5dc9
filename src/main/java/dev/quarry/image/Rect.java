package dev.quarry.image;

/** A rectangle of pixels; {@code x} and {@code y} are its left and top edge. */
public record Rect(int x, int y, int width, int height) {

    /** Whether it lies wholly inside a picture of this size. */
    public boolean isInside(int pictureWidth, int pictureHeight) {
        return x >= 0
                && y >= 0
                && width > 0
                && height > 0
                && (long) x + width <= pictureWidth
                && (long) y + height <= pictureHeight;
    }
}
