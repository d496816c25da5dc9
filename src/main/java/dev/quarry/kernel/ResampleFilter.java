package dev.quarry.kernel;

import java.util.Locale;

/** The resampling filters, with Pillow's formulas and supports. */
public enum ResampleFilter {
    /** The sample whose area holds the output sample's centre. */
    NEAREST,
    /** The mean of the covered area. */
    BOX,
    /** A triangle of support 1. */
    BILINEAR,
    /** A Hamming window over a box, support 1. */
    HAMMING,
    /** Keys' cubic with a = −0.5, support 2. */
    BICUBIC,
    /** A sinc windowed by a sinc, support 3. */
    LANCZOS;

    /** The name in requests. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
