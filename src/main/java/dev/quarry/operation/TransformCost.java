package dev.quarry.operation;

import dev.quarry.kernel.RotateKernel.Interpolation;

/**
 * The CPU time of pixel loops, in nanoseconds on the machine of the cost benchmark. Each is linear in what is done; the
 * engine corrects them by what it sees.
 */
final class TransformCost {

    private static final double START = 4_000;
    private static final double ROW_VIEWED = 20;
    private static final double SAMPLE_CHANGED = 0.1;
    private static final double SAMPLE_PASSED = 0.15;
    private static final double SAMPLE_TURNED = 0.5;
    private static final double PRODUCT_DOWN = 0.05;
    private static final double PRODUCT_ACROSS = 0.095;
    private static final double SAMPLE_RESAMPLED = 0.4;

    private TransformCost() {}

    /** Only other views of so many rows. */
    static long view(long rows) {
        return nanos(ROW_VIEWED * rows);
    }

    /** So many samples changed where they are. */
    static long change(long samples) {
        return nanos(SAMPLE_CHANGED * samples);
    }

    /** So many samples read or written, one after the other. */
    static long pass(long samples) {
        return nanos(SAMPLE_PASSED * samples);
    }

    /** So many samples written from wherever they are. */
    static long turn(long samples) {
        return nanos(SAMPLE_TURNED * samples);
    }

    /** So many samples between samples. */
    static long rotation(long samples, Interpolation filter) {
        double sample = switch (filter) {
            case NEAREST -> 0.7;
            case BILINEAR -> 1.5;
            case BICUBIC -> 3.4;
        };
        return nanos(sample * samples);
    }

    /** So many products of samples and weights along each axis, and samples made. */
    static long resampling(double productsDown, double productsAcross, double samples) {
        return nanos(PRODUCT_DOWN * productsDown + PRODUCT_ACROSS * productsAcross + SAMPLE_RESAMPLED * samples);
    }

    private static long nanos(double work) {
        return Math.round(START + work);
    }
}
