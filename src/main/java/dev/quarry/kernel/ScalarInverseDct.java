package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/** Inverse DCT at a part of the size by plain loops. */
final class ScalarInverseDct implements InverseDctKernel {

    static final int CENTRE = 128;
    static final int HALF = 4;
    static final int SHIFT = 3;

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
                int sum = side == 1 ? coefficients[at] : sum(coefficients, at, x % 2 == 0, y == 0);
                int sample = ((sum + HALF) >> SHIFT) + CENTRE;
                Samples.store(target, offset + (long) y * strideBytes + x, Samples.clamp(sample));
            }
        }
    }

    private static int sum(int[] coefficients, int at, boolean left, boolean top) {
        int across = left ? 1 : -1;
        int down = top ? 1 : -1;
        return coefficients[at]
                + across * coefficients[at + BLOCKS]
                + down * coefficients[at + 2 * BLOCKS]
                + across * down * coefficients[at + 3 * BLOCKS];
    }

    static void checkSide(int side) {
        if (side != 1 && side != MAX_SIDE) {
            throw new IllegalArgumentException("no transform of " + side + " points");
        }
    }
}
