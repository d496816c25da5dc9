package dev.quarry.codec.webp;

import dev.quarry.codec.ByteRange;
import dev.quarry.image.Rect;

/**
 * The first picture of a file, as its container tells.
 *
 * @param place where it lies on the canvas
 * @param chunks its chunks in the file, alpha ({@code ALPH}) before the image data, as far as they are there
 * @param lossless whether the image data is {@code VP8L}
 * @param alpha whether it has an alpha band
 */
record WebpFrame(Rect place, ByteRange chunks, boolean lossless, boolean alpha) {

    /** Whether it fills a canvas of this size, so that nothing else shows. */
    boolean covers(int canvasWidth, int canvasHeight) {
        return place.x() == 0 && place.y() == 0 && place.width() == canvasWidth && place.height() == canvasHeight;
    }
}
