package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/** Inverse DCT at a part of the size by plain loops. */
final class ScalarInverseDct implements InverseDctKernel {

    static final int CENTRE = 128;
    static final int HALF = 4;
    static final int SHIFT = 3;

    // The second and third wave of three points, each times √2: √1.5, 0, −√1.5 and √0.5, −√2, √0.5.
    static final float SLOPE = 1.2247449f;
    static final float BEND = 0.70710677f;
    static final float DIP = -1.4142135f;
    static final float[] SLOPES = {SLOPE, 0, -SLOPE};
    static final float[] BENDS = {BEND, DIP, BEND};
    static final float EIGHTH = 0.125f;
    // Rounds half up where the fraction is cut off afterwards.
    static final float CENTRE_AND_HALF = CENTRE + 0.5f;

    @Override
    public void inverse(
            int[] coefficients,
            int from,
            int side,
            MemorySegment target,
            long offset,
            int strideBytes,
            int columns,
            int rows) {
        checkSide(side);
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                int at = from + x / side;
                int sample = switch (side) {
                    case 1 -> eighth(coefficients[at]);
                    case 2 -> eighth(sum(coefficients, at, x % 2 == 0, y == 0));
                    default -> ofThree(coefficients, at, x % MAX_SIDE, y);
                };
                Samples.store(target, offset + (long) y * strideBytes + x, Samples.clamp(sample));
            }
        }
    }

    private static int eighth(int sum) {
        return ((sum + HALF) >> SHIFT) + CENTRE;
    }

    private static int sum(int[] coefficients, int at, boolean left, boolean top) {
        int across = left ? 1 : -1;
        int down = top ? 1 : -1;
        return coefficients[at]
                + across * coefficients[at + BLOCKS]
                + down * coefficients[at + MAX_SIDE * BLOCKS]
                + across * down * coefficients[at + (MAX_SIDE + 1) * BLOCKS];
    }

    private static int ofThree(int[] coefficients, int at, int x, int y) {
        float mean = column(coefficients, at, y);
        float slope = column(coefficients, at + BLOCKS, y);
        float bend = column(coefficients, at + 2 * BLOCKS, y);
        return (int) Math.fma(point(mean, slope, bend, x), EIGHTH, CENTRE_AND_HALF);
    }

    private static float column(int[] coefficients, int at, int y) {
        return point(
                coefficients[at], coefficients[at + MAX_SIDE * BLOCKS], coefficients[at + 2 * MAX_SIDE * BLOCKS], y);
    }

    /** The three waves at one of three points. */
    private static float point(float mean, float slope, float bend, int at) {
        return Math.fma(bend, BENDS[at], mean) + slope * SLOPES[at];
    }

    static void checkSide(int side) {
        if (side < 1 || side > MAX_SIDE) {
            throw new IllegalArgumentException("no transform of " + side + " points");
        }
    }
}
