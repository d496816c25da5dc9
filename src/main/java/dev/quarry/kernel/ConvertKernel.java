package dev.quarry.kernel;

import dev.quarry.image.Plane;

/**
 * Colour conversions, rows {@code fromRow ≤ y < toRow} of the target. Planes are of equal size and targets may be the
 * sources, but for the two methods that change the resolution of chroma.
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

    /**
     * Chroma of 4:2:0 at full size, by the triangle filter of libjpeg's fancy upsampling: (9·n + 3·h + 3·v + d + 8) / 16 of
     * the nearest sample, its neighbours across and down and the one between them; edges repeat. This is linear
     * interpolation with one rounding. The source has ⌈w/2⌉ × ⌈h/2⌉ samples; the planes must not overlap.
     */
    void doubleChroma(Plane source, Plane target, int fromRow, int toRow);
}
