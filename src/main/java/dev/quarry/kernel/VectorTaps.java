package dev.quarry.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The sums over the taps of eight rows, which {@link VectorHorizontal} has laid out as floats [column][row]. */
final class VectorTaps {

    private static final int ROWS = VectorHorizontal.ROWS;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;

    private VectorTaps() {}

    /** 4 taps, written out: in a loop this short the checks of its bounds cost more than the taps. */
    static void taps4(float[] tile, int[] starts, int origin, float[] weights, int from, int to, int[] sums) {
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int w = x * 4;
            FloatVector s0 =
                    FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), half);
            FloatVector s1 = FloatVector.fromArray(FLOATS, tile, at + 8)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 1]), zero);
            FloatVector s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), zero);
            FloatVector s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), zero);
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }

    /** 8 taps, written out: in a loop this short the checks of its bounds cost more than the taps. */
    static void taps8(float[] tile, int[] starts, int origin, float[] weights, int from, int to, int[] sums) {
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int w = x * 8;
            FloatVector s0 =
                    FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), half);
            FloatVector s1 = FloatVector.fromArray(FLOATS, tile, at + 8)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 1]), zero);
            FloatVector s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), zero);
            FloatVector s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), zero);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 32).fma(FloatVector.broadcast(FLOATS, weights[w + 4]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 40).fma(FloatVector.broadcast(FLOATS, weights[w + 5]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 48).fma(FloatVector.broadcast(FLOATS, weights[w + 6]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 56).fma(FloatVector.broadcast(FLOATS, weights[w + 7]), s3);
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }

    /** 12 taps, written out: in a loop this short the checks of its bounds cost more than the taps. */
    static void taps12(float[] tile, int[] starts, int origin, float[] weights, int from, int to, int[] sums) {
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int w = x * 12;
            FloatVector s0 =
                    FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), half);
            FloatVector s1 = FloatVector.fromArray(FLOATS, tile, at + 8)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 1]), zero);
            FloatVector s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), zero);
            FloatVector s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), zero);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 32).fma(FloatVector.broadcast(FLOATS, weights[w + 4]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 40).fma(FloatVector.broadcast(FLOATS, weights[w + 5]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 48).fma(FloatVector.broadcast(FLOATS, weights[w + 6]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 56).fma(FloatVector.broadcast(FLOATS, weights[w + 7]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 64).fma(FloatVector.broadcast(FLOATS, weights[w + 8]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 72).fma(FloatVector.broadcast(FLOATS, weights[w + 9]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 80).fma(FloatVector.broadcast(FLOATS, weights[w + 10]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 88).fma(FloatVector.broadcast(FLOATS, weights[w + 11]), s3);
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }

    /** 16 taps, written out: in a loop this short the checks of its bounds cost more than the taps. */
    static void taps16(float[] tile, int[] starts, int origin, float[] weights, int from, int to, int[] sums) {
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int w = x * 16;
            FloatVector s0 =
                    FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), half);
            FloatVector s1 = FloatVector.fromArray(FLOATS, tile, at + 8)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 1]), zero);
            FloatVector s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), zero);
            FloatVector s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), zero);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 32).fma(FloatVector.broadcast(FLOATS, weights[w + 4]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 40).fma(FloatVector.broadcast(FLOATS, weights[w + 5]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 48).fma(FloatVector.broadcast(FLOATS, weights[w + 6]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 56).fma(FloatVector.broadcast(FLOATS, weights[w + 7]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 64).fma(FloatVector.broadcast(FLOATS, weights[w + 8]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 72).fma(FloatVector.broadcast(FLOATS, weights[w + 9]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 80).fma(FloatVector.broadcast(FLOATS, weights[w + 10]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 88).fma(FloatVector.broadcast(FLOATS, weights[w + 11]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 96).fma(FloatVector.broadcast(FLOATS, weights[w + 12]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 104).fma(FloatVector.broadcast(FLOATS, weights[w + 13]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 112).fma(FloatVector.broadcast(FLOATS, weights[w + 14]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 120).fma(FloatVector.broadcast(FLOATS, weights[w + 15]), s3);
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }

    /** 20 taps, written out: in a loop this short the checks of its bounds cost more than the taps. */
    static void taps20(float[] tile, int[] starts, int origin, float[] weights, int from, int to, int[] sums) {
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int w = x * 20;
            FloatVector s0 =
                    FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), half);
            FloatVector s1 = FloatVector.fromArray(FLOATS, tile, at + 8)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 1]), zero);
            FloatVector s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), zero);
            FloatVector s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                    .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), zero);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 32).fma(FloatVector.broadcast(FLOATS, weights[w + 4]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 40).fma(FloatVector.broadcast(FLOATS, weights[w + 5]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 48).fma(FloatVector.broadcast(FLOATS, weights[w + 6]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 56).fma(FloatVector.broadcast(FLOATS, weights[w + 7]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 64).fma(FloatVector.broadcast(FLOATS, weights[w + 8]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 72).fma(FloatVector.broadcast(FLOATS, weights[w + 9]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 80).fma(FloatVector.broadcast(FLOATS, weights[w + 10]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 88).fma(FloatVector.broadcast(FLOATS, weights[w + 11]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 96).fma(FloatVector.broadcast(FLOATS, weights[w + 12]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 104).fma(FloatVector.broadcast(FLOATS, weights[w + 13]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 112).fma(FloatVector.broadcast(FLOATS, weights[w + 14]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 120).fma(FloatVector.broadcast(FLOATS, weights[w + 15]), s3);
            s0 = FloatVector.fromArray(FLOATS, tile, at + 128).fma(FloatVector.broadcast(FLOATS, weights[w + 16]), s0);
            s1 = FloatVector.fromArray(FLOATS, tile, at + 136).fma(FloatVector.broadcast(FLOATS, weights[w + 17]), s1);
            s2 = FloatVector.fromArray(FLOATS, tile, at + 144).fma(FloatVector.broadcast(FLOATS, weights[w + 18]), s2);
            s3 = FloatVector.fromArray(FLOATS, tile, at + 152).fma(FloatVector.broadcast(FLOATS, weights[w + 19]), s3);
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }

    /** Any multiple of 4 taps. */
    static void taps(float[] tile, int[] starts, int origin, float[] weights, int taps, int from, int to, int[] sums) {
        for (int x = from; x < to; x++) {
            int at = (starts[x] - origin) * ROWS;
            int end = (x + 1) * taps;
            FloatVector s0 = FloatVector.broadcast(FLOATS, 0.5f);
            FloatVector s1 = FloatVector.zero(FLOATS);
            FloatVector s2 = FloatVector.zero(FLOATS);
            FloatVector s3 = FloatVector.zero(FLOATS);
            for (int w = x * taps; w < end; w += 4) {
                s0 = FloatVector.fromArray(FLOATS, tile, at).fma(FloatVector.broadcast(FLOATS, weights[w]), s0);
                s1 = FloatVector.fromArray(FLOATS, tile, at + 8).fma(FloatVector.broadcast(FLOATS, weights[w + 1]), s1);
                s2 = FloatVector.fromArray(FLOATS, tile, at + 16)
                        .fma(FloatVector.broadcast(FLOATS, weights[w + 2]), s2);
                s3 = FloatVector.fromArray(FLOATS, tile, at + 24)
                        .fma(FloatVector.broadcast(FLOATS, weights[w + 3]), s3);
                at += 4 * ROWS;
            }
            FloatVector sum = s0.add(s1).add(s2.add(s3));
            IntVector whole = (IntVector) sum.convert(VectorOperators.F2I, 0);
            whole.max(0).min(255).intoArray(sums, (x - from) * ROWS);
        }
    }
}
