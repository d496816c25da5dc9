package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.util.Arrays;

/** Resampling by the Vector API, the twin of {@link ScalarResample}; its methods choose, the loops are elsewhere. */
final class VectorResample implements ResampleKernel {

    // Two rows at once share the conversions to float. Measured at 11 taps: 0.39 ms against 0.51 for 588 rows of
    // 1363; at 6 and fewer there is nothing to see.
    private static final int PAIRED_TAPS = 8;

    @Override
    public void vertical(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        ResampleChecks.vertical(source, target, weights, fromRow, toRow);
        float[] pair = scratch.floats(0, 4 * weights.taps());
        int y = fromRow;
        while (y < toRow) {
            int taps = y + 1 < toRow ? pairedTaps(weights, y) : 0;
            if (taps > 0) {
                int start = weights.firstTap(y);
                interleave(weights, y, start, taps, pair);
                VectorVertical.two(source, start, taps, pair, target, y);
                y += 2;
            } else {
                VectorVertical.one(source, weights, target, y);
                y++;
            }
        }
    }

    /** The taps that rows y and y + 1 have together, from the first of row y on; 0 where each is better made alone. */
    private static int pairedTaps(ResampleWeights weights, int y) {
        int start = weights.firstTap(y);
        int taps = weights.endTap(y) - start;
        int together = Math.max(weights.endTap(y), weights.endTap(y + 1)) - start;
        boolean pays = taps >= PAIRED_TAPS && weights.firstTap(y + 1) >= start && together <= taps + taps / 2;
        return pays ? together : 0;
    }

    /** The weights of rows y and y + 1 in turns, over {@code taps} source rows from {@code start} on. */
    private static void interleave(ResampleWeights weights, int y, int start, int taps, float[] pair) {
        Arrays.fill(pair, 0, 2 * taps, 0);
        for (int row = 0; row < 2; row++) {
            int first = weights.firstTap(y + row);
            int end = weights.endTap(y + row);
            int at = (y + row) * weights.taps() - weights.starts()[y + row];
            for (int tap = first; tap < end; tap++) {
                pair[2 * (tap - start) + row] = weights.weights()[at + tap];
            }
        }
    }

    @Override
    public void horizontal(
            Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        ResampleChecks.horizontal(source, target, weights, fromRow, toRow);
        if (weights.taps() == 1) {
            ScalarResample.pick(source, target, weights, fromRow, toRow);
            return;
        }
        for (int y = fromRow; y < toRow; y += VectorHorizontal.ROWS) {
            VectorHorizontal.rows(source, target, weights, y, toRow, scratch);
        }
    }
}
