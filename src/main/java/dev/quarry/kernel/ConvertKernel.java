package dev.quarry.kernel;

import dev.quarry.image.Plane;

/**
 * Colour conversions between planes of equal size, rows {@code fromRow ≤ y < toRow}; targets may be the sources.
 *
 * <p>YCbCr is JPEG's: full range, Rec. 601, chroma centred on 128 (ITU-T T.871). Results are rounded half up and clamped.
 */
public interface ConvertKernel {

    /** YCbCr without subsampling to RGB. */
    void ycbcrToRgb(Plane y, Plane cb, Plane cr, Plane r, Plane g, Plane b, int fromRow, int toRow);

    /** RGB to YCbCr without subsampling. */
    void rgbToYcbcr(Plane r, Plane g, Plane b, Plane y, Plane cb, Plane cr, int fromRow, int toRow);

    /** RGB to Rec. 601 luma, as Pillow's {@code L}: (19595·R + 38470·G + 7471·B + 32768) / 65536. */
    void rgbToGray(Plane r, Plane g, Plane b, Plane gray, int fromRow, int toRow);

    /** Ink amounts (255 = full) to RGB: (255 − ink)·(255 − black) / 255. */
    void cmykToRgb(Plane c, Plane m, Plane y, Plane k, Plane r, Plane g, Plane b, int fromRow, int toRow);
}
