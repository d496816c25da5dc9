package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Resampling down the columns, 32 columns at a time: 32 bytes are loaded as eight ints, whose four bytes make four vectors
 * of eight samples and go back into place by shifts, so that nothing is shuffled.
 */
final class VectorVertical {

    private static final int COLUMNS = 32;
    private static final int EVEN_BYTES = 0x00FF00FF;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private VectorVertical() {}

    /** Target row y from the source rows whose weights are not zero. */
    static void one(Plane source, ResampleWeights table, Plane target, int y) {
        int start = table.firstTap(y);
        int taps = table.endTap(y) - start;
        int first = y * table.taps() + start - table.starts()[y];
        one(
                source.memory(),
                source.rows(),
                start,
                taps,
                table.weights(),
                first,
                target.memory(),
                target.row(y),
                target.width());
    }

    private static void one(
            MemorySegment memory,
            long[] rows,
            int start,
            int taps,
            float[] weights,
            int first,
            MemorySegment to,
            long target,
            int width) {
        memory = NativeSegments.of(memory);
        to = NativeSegments.of(to);
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        IntVector zero = IntVector.broadcast(INTS, 0);
        IntVector full = IntVector.broadcast(INTS, 255);
        for (int x = 0; x < width; x += COLUMNS) {
            FloatVector s0 = half;
            FloatVector s1 = half;
            FloatVector s2 = half;
            FloatVector s3 = half;
            for (int k = 0; k < taps; k++) {
                IntVector v = IntVector.fromMemorySegment(INTS, memory, rows[start + k] + x, ORDER);
                FloatVector weight = FloatVector.broadcast(FLOATS, weights[first + k]);
                s0 = ((FloatVector) v.and(full).convert(VectorOperators.I2F, 0)).fma(weight, s0);
                s1 = ((FloatVector)
                                v.lanewise(VectorOperators.LSHR, 8).and(full).convert(VectorOperators.I2F, 0))
                        .fma(weight, s1);
                s2 = ((FloatVector)
                                v.lanewise(VectorOperators.LSHR, 16).and(full).convert(VectorOperators.I2F, 0))
                        .fma(weight, s2);
                s3 = ((FloatVector) v.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0))
                        .fma(weight, s3);
            }
            IntVector i0 =
                    ((IntVector) s0.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            IntVector i1 =
                    ((IntVector) s1.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            IntVector i2 =
                    ((IntVector) s2.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            IntVector i3 =
                    ((IntVector) s3.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            i0.or(i1.lanewise(VectorOperators.LSHL, 8))
                    .or(i2.lanewise(VectorOperators.LSHL, 16))
                    .or(i3.lanewise(VectorOperators.LSHL, 24))
                    .intoMemorySegment(to, target + x, ORDER);
        }
    }

    /**
     * Target rows y and y + 1 from the same source rows: each sample is widened once for both.
     *
     * @param start the first source row
     * @param taps how many source rows
     * @param weights of each source row, that for target row y and that for row y + 1
     */
    static void two(Plane source, int start, int taps, float[] weights, Plane target, int y) {
        MemorySegment from = source.memory();
        MemorySegment to = target.memory();
        long row0 = target.row(y);
        long row1 = target.row(y + 1);
        columns(from, source.rows(), start, taps, weights, to, row0, row1, target.width(), 0, 0);
        columns(from, source.rows(), start, taps, weights, to, row0, row1, target.width(), 8, EVEN_BYTES);
    }

    /**
     * Every second column of two target rows, those of the even or, with a shift of 8, of the odd bytes; together they are so
     * much that the compiler sometimes leaves a vector on the heap.
     *
     * @param kept the bits of each target int that stay
     */
    private static void columns(
            MemorySegment memory,
            long[] rows,
            int start,
            int taps,
            float[] weights,
            MemorySegment to,
            long target0,
            long target1,
            int width,
            int shift,
            int kept) {
        memory = NativeSegments.of(memory);
        to = NativeSegments.of(to);
        FloatVector half = FloatVector.broadcast(FLOATS, 0.5f);
        IntVector zero = IntVector.broadcast(INTS, 0);
        IntVector full = IntVector.broadcast(INTS, 255);
        IntVector stays = IntVector.broadcast(INTS, kept);
        for (int x = 0; x < width; x += COLUMNS) {
            FloatVector s0 = half;
            FloatVector s1 = half;
            FloatVector t0 = half;
            FloatVector t1 = half;
            for (int k = 0; k < taps; k++) {
                IntVector v = IntVector.fromMemorySegment(INTS, memory, rows[start + k] + x, ORDER)
                        .lanewise(VectorOperators.LSHR, shift);
                FloatVector s = FloatVector.broadcast(FLOATS, weights[2 * k]);
                FloatVector t = FloatVector.broadcast(FLOATS, weights[2 * k + 1]);
                FloatVector v0 = (FloatVector) v.and(full).convert(VectorOperators.I2F, 0);
                FloatVector v1 = (FloatVector)
                        v.lanewise(VectorOperators.LSHR, 16).and(full).convert(VectorOperators.I2F, 0);
                s0 = v0.fma(s, s0);
                t0 = v0.fma(t, t0);
                s1 = v1.fma(s, s1);
                t1 = v1.fma(t, t1);
            }
            IntVector i0 =
                    ((IntVector) s0.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            IntVector i1 =
                    ((IntVector) s1.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            i0.or(i1.lanewise(VectorOperators.LSHL, 16))
                    .lanewise(VectorOperators.LSHL, shift)
                    .or(IntVector.fromMemorySegment(INTS, to, target0 + x, ORDER)
                            .and(stays))
                    .intoMemorySegment(to, target0 + x, ORDER);
            IntVector j0 =
                    ((IntVector) t0.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            IntVector j1 =
                    ((IntVector) t1.convert(VectorOperators.F2I, 0)).max(zero).min(full);
            j0.or(j1.lanewise(VectorOperators.LSHL, 16))
                    .lanewise(VectorOperators.LSHL, shift)
                    .or(IntVector.fromMemorySegment(INTS, to, target1 + x, ORDER)
                            .and(stays))
                    .intoMemorySegment(to, target1 + x, ORDER);
        }
    }
}
