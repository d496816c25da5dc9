package dev.quarry.kernel;

import java.util.Locale;

/** The resampling filters, with Pillow's formulas and supports. */
public enum ResampleFilter {
    /** The sample whose area holds the output sample's centre. */
    NEAREST(0.0),
    /** The mean of the covered area. */
    BOX(0.5),
    /** A triangle of support 1. */
    BILINEAR(1.0),
    /** A Hamming window over a box, support 1. */
    HAMMING(1.0),
    /** Keys' cubic with a = −0.5, support 2. */
    BICUBIC(2.0),
    /** A sinc windowed by a sinc, support 3. */
    LANCZOS(3.0);

    private static final double CUBIC = -0.5;

    private final double support;

    ResampleFilter(double support) {
        this.support = support;
    }

    /** The name in requests. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Half the width of the filter, in samples of the coarser side; 0 for {@link #NEAREST}, which takes one sample. */
    public double support() {
        return support;
    }

    /** The filter's value, not normalised, at {@code x} from its centre. */
    double at(double x) {
        return switch (this) {
            case NEAREST -> x == 0 ? 1 : 0;
            case BOX -> x > -0.5 && x <= 0.5 ? 1 : 0;
            case BILINEAR -> Math.max(0, 1 - Math.abs(x));
            case HAMMING -> hamming(Math.abs(x));
            case BICUBIC -> cubic(Math.abs(x));
            case LANCZOS -> x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
        };
    }

    private static double hamming(double x) {
        return x < 1 ? sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x)) : 0;
    }

    private static double cubic(double x) {
        if (x < 1) {
            return ((CUBIC + 2) * x - (CUBIC + 3)) * x * x + 1;
        }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * CUBIC : 0;
    }

    private static double sinc(double x) {
        return x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    }
}
