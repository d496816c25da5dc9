package dev.quarry.codec.gif;

import dev.quarry.codec.ByteRange;

/**
 * The first frame of a GIF and its place on the canvas (GIF89a, clauses 18 to 23).
 *
 * @param canvasWidth width of the canvas, widened where the frame goes beyond
 * @param canvasHeight height of the canvas, likewise
 * @param left left edge of the frame
 * @param top top edge of the frame
 * @param width width of the frame
 * @param height height of the frame
 * @param interlaced whether its rows come in four passes
 * @param palette the colours that apply, three bytes each
 * @param transparent the index that shows nothing, −1 where there is none
 * @param dataOffset where the size of the codes is, and behind it the data
 */
record GifFrame(
        int canvasWidth,
        int canvasHeight,
        int left,
        int top,
        int width,
        int height,
        boolean interlaced,
        ByteRange palette,
        int transparent,
        long dataOffset) {

    /** Whether some of the canvas may show nothing. */
    boolean hasAlpha() {
        return transparent >= 0 || width < canvasWidth || height < canvasHeight;
    }
}
