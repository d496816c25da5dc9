package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Resampling by plain loops.
 *
 * <p>Order of the sums, which a twin must keep. Vertical: one sum, from ½, over the taps in order. Horizontal: four sums,
 * from ½, 0, 0, 0, where tap k goes to sum k mod 4, then (s₀ + s₁) + (s₂ + s₃). Each tap is one fused multiply-add. The
 * total is truncated to an integer, which is rounding half up because of the ½, and clamped.
 */
final class ScalarResample implements ResampleKernel {

    @Override
    public void vertical(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        ResampleChecks.vertical(source, target, weights, fromRow, toRow);
        float[] sums = scratch.floats(0, target.width());
        int taps = weights.taps();
        for (int y = fromRow; y < toRow; y++) {
            Arrays.fill(sums, 0, target.width(), 0.5f);
            for (int k = 0; k < taps; k++) {
                // Of a source of fewer rows than taps, the last taps do not exist; their weights are zero.
                int row = Math.min(weights.starts()[y] + k, source.height() - 1);
                add(source.memory(), source.row(row), weights.weights()[y * taps + k], sums, target.width());
            }
            store(sums, target.memory(), target.row(y), target.width());
        }
    }

    private static void add(MemorySegment memory, long row, float weight, float[] sums, int width) {
        for (int x = 0; x < width; x++) {
            sums[x] = Math.fma(weight, Samples.load(memory, row + x), sums[x]);
        }
    }

    private static void store(float[] sums, MemorySegment memory, long row, int width) {
        for (int x = 0; x < width; x++) {
            Samples.store(memory, row + x, Samples.clamp((int) sums[x]));
        }
    }

    @Override
    public void horizontal(
            Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        ResampleChecks.horizontal(source, target, weights, fromRow, toRow);
        if (weights.taps() == 1) {
            pick(source, target, weights, fromRow, toRow);
            return;
        }
        for (int y = fromRow; y < toRow; y++) {
            row(source.memory(), source.row(y), weights, target.memory(), target.row(y));
        }
    }

    /** The horizontal pass where each output is one input: weight 1 changes nothing. */
    static void pick(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow) {
        for (int y = fromRow; y < toRow; y++) {
            pick(source.memory(), source.row(y), weights.starts(), target.memory(), target.row(y));
        }
    }

    private static void pick(MemorySegment from, long source, int[] starts, MemorySegment to, long target) {
        for (int x = 0; x < starts.length; x++) {
            Samples.store(to, target + x, Samples.load(from, source + starts[x]));
        }
    }

    private static void row(MemorySegment from, long source, ResampleWeights weights, MemorySegment to, long target) {
        int[] starts = weights.starts();
        float[] w = weights.weights();
        int taps = weights.taps();
        for (int x = 0; x < starts.length; x++) {
            long at = source + starts[x];
            int first = x * taps;
            float s0 = 0.5f;
            float s1 = 0;
            float s2 = 0;
            float s3 = 0;
            for (int k = 0; k < taps; k += 4) {
                s0 = Math.fma(w[first + k], Samples.load(from, at + k), s0);
                s1 = Math.fma(w[first + k + 1], Samples.load(from, at + k + 1), s1);
                s2 = Math.fma(w[first + k + 2], Samples.load(from, at + k + 2), s2);
                s3 = Math.fma(w[first + k + 3], Samples.load(from, at + k + 3), s3);
            }
            Samples.store(to, target + x, Samples.clamp((int) ((s0 + s1) + (s2 + s3))));
        }
    }
}
