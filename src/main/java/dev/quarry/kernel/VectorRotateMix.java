package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Mixes the samples about the points of one row of a tile, eight at a time; the part of {@link VectorRotate} for it. */
final class VectorRotateMix {

    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = INTS.length();
    private static final int GROUP = 4 * STEP;

    private VectorRotateMix() {}

    /** Results of four samples each, of a piece made of pairs. */
    static void linear(RotateTile tile, int[] piece, int first, int end) {
        linear(tile.index, tile.fractionX, tile.fractionY, piece, tile.results, first, end);
    }

    private static void linear(
            int[] index, float[] fractionX, float[] fractionY, int[] piece, int[] results, int first, int end) {
        for (int i = first; i < end; i += STEP) {
            FloatVector dx = FloatVector.fromArray(FLOATS, fractionX, i);
            FloatVector dy = FloatVector.fromArray(FLOATS, fractionY, i);
            IntVector s = IntVector.fromArray(INTS, piece, 0, index, i);
            FloatVector aboveLeft = (FloatVector) s.and(255).convert(VectorOperators.I2F, 0);
            FloatVector aboveRight =
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0);
            FloatVector belowLeft =
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0);
            FloatVector belowRight =
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0);
            FloatVector above = dx.fma(aboveRight.sub(aboveLeft), aboveLeft);
            FloatVector below = dx.fma(belowRight.sub(belowLeft), belowLeft);
            ((IntVector) dy.fma(below.sub(above), above).add(0.5f).convert(VectorOperators.F2I, 0))
                    .intoArray(results, i);
        }
    }

    /**
     * Results of sixteen samples each, of a piece made of fours. Two rows at a time: the four at once are so much code that the
     * compiler sometimes leaves vectors on the heap.
     */
    static void cubic(RotateTile tile, int[] piece, int first, int end) {
        upper(tile.index, tile.fractionX, tile.fractionY, piece, tile.stride, tile.sums, first, end);
        lower(tile.index, tile.fractionX, tile.fractionY, piece, tile.stride, tile.sums, tile.results, first, end);
    }

    private static void upper(
            int[] index,
            float[] fractionX,
            float[] fractionY,
            int[] piece,
            int stride,
            float[] sums,
            int first,
            int end) {
        for (int i = first; i < end; i += STEP) {
            FloatVector d = FloatVector.fromArray(FLOATS, fractionX, i);
            FloatVector e = FloatVector.broadcast(FLOATS, 1).sub(d);
            FloatVector de = d.mul(e).neg();
            FloatVector w0 = de.mul(e);
            FloatVector w1 = e.sub(w0);
            FloatVector w3 = de.mul(d);
            FloatVector w2 = d.sub(w3);

            IntVector s = IntVector.fromArray(INTS, piece, 0, index, i);
            FloatVector left = ((FloatVector) s.and(255).convert(VectorOperators.I2F, 0)).mul(w0);
            left = w1.fma(
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0), left);
            FloatVector right = ((FloatVector)
                            s.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0))
                    .mul(w2);
            FloatVector h0 = w3.fma(
                            (FloatVector) s.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0), right)
                    .add(left);

            s = IntVector.fromArray(INTS, piece, stride, index, i);
            left = ((FloatVector) s.and(255).convert(VectorOperators.I2F, 0)).mul(w0);
            left = w1.fma(
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0), left);
            right = ((FloatVector) s.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0))
                    .mul(w2);
            FloatVector h1 = w3.fma(
                            (FloatVector) s.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0), right)
                    .add(left);

            FloatVector f = FloatVector.fromArray(FLOATS, fractionY, i);
            FloatVector g = FloatVector.broadcast(FLOATS, 1).sub(f);
            FloatVector fg = f.mul(g).neg();
            FloatVector v0 = fg.mul(g);
            h1.fma(g.sub(v0), h0.fma(v0, FloatVector.broadcast(FLOATS, 0.5f))).intoArray(sums, i);
        }
    }

    private static void lower(
            int[] index,
            float[] fractionX,
            float[] fractionY,
            int[] piece,
            int stride,
            float[] sums,
            int[] results,
            int first,
            int end) {
        for (int i = first; i < end; i += STEP) {
            FloatVector d = FloatVector.fromArray(FLOATS, fractionX, i);
            FloatVector e = FloatVector.broadcast(FLOATS, 1).sub(d);
            FloatVector de = d.mul(e).neg();
            FloatVector w0 = de.mul(e);
            FloatVector w1 = e.sub(w0);
            FloatVector w3 = de.mul(d);
            FloatVector w2 = d.sub(w3);

            IntVector s = IntVector.fromArray(INTS, piece, 2 * stride, index, i);
            FloatVector left = ((FloatVector) s.and(255).convert(VectorOperators.I2F, 0)).mul(w0);
            left = w1.fma(
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0), left);
            FloatVector right = ((FloatVector)
                            s.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0))
                    .mul(w2);
            FloatVector h2 = w3.fma(
                            (FloatVector) s.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0), right)
                    .add(left);

            s = IntVector.fromArray(INTS, piece, 3 * stride, index, i);
            left = ((FloatVector) s.and(255).convert(VectorOperators.I2F, 0)).mul(w0);
            left = w1.fma(
                    (FloatVector) s.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0), left);
            right = ((FloatVector) s.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0))
                    .mul(w2);
            FloatVector h3 = w3.fma(
                            (FloatVector) s.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0), right)
                    .add(left);

            FloatVector f = FloatVector.fromArray(FLOATS, fractionY, i);
            FloatVector g = FloatVector.broadcast(FLOATS, 1).sub(f);
            FloatVector fg = f.mul(g).neg();
            FloatVector v3 = fg.mul(f);
            FloatVector sum = h3.fma(v3, h2.mul(f.sub(v3))).add(FloatVector.fromArray(FLOATS, sums, i));
            ((IntVector) sum.convert(VectorOperators.F2I, 0)).max(0).min(255).intoArray(results, i);
        }
    }

    /** Stores the results of the pixels {@code first ≤ x < end}; those of points outside may be any number. */
    static void pack(int[] results, int first, int end, MemorySegment to, long target) {
        to = NativeSegments.of(to);
        for (int i = first; i < end; i += GROUP) {
            IntVector s0 = IntVector.fromArray(INTS, results, i).and(255);
            IntVector s1 = IntVector.fromArray(INTS, results, i + STEP).and(255);
            IntVector s2 = IntVector.fromArray(INTS, results, i + 2 * STEP).and(255);
            IntVector s3 = IntVector.fromArray(INTS, results, i + 3 * STEP);
            s0.or(s1.lanewise(VectorOperators.LSHL, 8))
                    .or(s2.lanewise(VectorOperators.LSHL, 16))
                    .or(s3.lanewise(VectorOperators.LSHL, 24))
                    .intoMemorySegment(to, target + i, ORDER);
        }
    }
}
