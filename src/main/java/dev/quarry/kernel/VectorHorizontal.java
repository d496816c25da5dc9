package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Resampling along the rows, eight rows at a time: lane r of every vector is row r.
 *
 * <p>A strip of columns of eight rows is turned into a tile of bytes [column][row] and then of floats, the taps of each
 * output column are summed, and the sums are turned back four columns at a time. A strip is as wide as the first-level
 * cache holds as floats.
 */
final class VectorHorizontal {

    /** Rows of a tile. */
    static final int ROWS = 8;

    private static final int STRIP_COLUMNS = 704;
    private static final VectorSpecies<Byte> EIGHT_BYTES = ByteVector.SPECIES_64;
    private static final VectorSpecies<Integer> TWO_INTS = IntVector.SPECIES_64;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_256;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final ValueLayout.OfInt LITTLE_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);

    private VectorHorizontal() {}

    /** Rows y to y + 7; those from {@code toRow} on are the last row once more, read and written. */
    static void rows(Plane source, Plane target, ResampleWeights weights, int y, int toRow, Scratch scratch) {
        int[] starts = weights.starts();
        int taps = weights.taps();
        int from = 0;
        while (from < starts.length) {
            int origin = starts[from];
            int to = stripEnd(starts, taps, from);
            int columns = starts[to - 1] + taps - origin;
            int padded = (columns + 7) / 8 * 8;
            int[] bytes = scratch.ints(0, 2 * padded);
            float[] tile = scratch.floats(0, ROWS * padded);
            int[] sums = scratch.ints(1, ROWS * (to - from + 3));
            tile(source, y, toRow - 1, origin, columns, scratch.ints(2, padded), scratch.ints(3, padded), bytes);
            spread(bytes, columns, tile);
            sum(tile, weights, origin, from, to, sums);
            store(sums, target, y, toRow - 1, from, to);
            from = to;
        }
    }

    /** Where the strip from output column {@code from} ends: a multiple of 4 columns after it, or at the last. */
    private static int stripEnd(int[] starts, int taps, int from) {
        int to = Math.min(from + 4, starts.length);
        while (to < starts.length) {
            int next = Math.min(to + 4, starts.length);
            if (next - from > STRIP_COLUMNS || starts[next - 1] + taps - starts[from] > STRIP_COLUMNS) {
                return to;
            }
            to = next;
        }
        return to;
    }

    /** Bytes [column][row], two ints for each column, from eight rows. */
    private static void tile(
            Plane source, int y, int last, int origin, int columns, int[] low, int[] high, int[] bytes) {
        MemorySegment memory = source.memory();
        long[] rows = source.rows();
        four(
                memory,
                rows[y] + origin,
                rows[Math.min(y + 1, last)] + origin,
                rows[Math.min(y + 2, last)] + origin,
                rows[Math.min(y + 3, last)] + origin,
                columns,
                low);
        four(
                memory,
                rows[Math.min(y + 4, last)] + origin,
                rows[Math.min(y + 5, last)] + origin,
                rows[Math.min(y + 6, last)] + origin,
                rows[Math.min(y + 7, last)] + origin,
                columns,
                high);
        eight(low, high, columns, bytes);
    }

    // Four rows and then the other four: all eight at once are so much code that vectors are sometimes left on the
    // heap.
    private static void four(
            MemorySegment memory, long row0, long row1, long row2, long row3, int columns, int[] bytes) {
        memory = NativeSegments.of(memory);
        for (int x = 0; x < columns; x += 8) {
            IntVector v0 = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, memory, row0 + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector v1 = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, memory, row1 + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector v2 = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, memory, row2 + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector v3 = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, memory, row3 + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            v0.or(v1.lanewise(VectorOperators.LSHL, 8))
                    .or(v2.lanewise(VectorOperators.LSHL, 16))
                    .or(v3.lanewise(VectorOperators.LSHL, 24))
                    .intoArray(bytes, x);
        }
    }

    private static void eight(int[] low, int[] high, int columns, int[] bytes) {
        for (int x = 0; x < columns; x += 8) {
            IntVector lows = IntVector.fromArray(INTS, low, x);
            IntVector highs = IntVector.fromArray(INTS, high, x);
            LongVector low0 = (LongVector) lows.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
            LongVector low1 = (LongVector) lows.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 1);
            LongVector high0 = (LongVector) highs.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
            LongVector high1 = (LongVector) highs.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 1);
            low0.or(high0.lanewise(VectorOperators.LSHL, 32))
                    .reinterpretAsInts()
                    .intoArray(bytes, 2 * x);
            low1.or(high1.lanewise(VectorOperators.LSHL, 32))
                    .reinterpretAsInts()
                    .intoArray(bytes, 2 * x + 8);
        }
    }

    /** The same tile as floats. */
    private static void spread(int[] bytes, int columns, float[] tile) {
        for (int x = 0; x < columns; x++) {
            ByteVector rows = IntVector.fromArray(TWO_INTS, bytes, 2 * x).reinterpretAsBytes();
            IntVector whole = (IntVector) rows.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            ((FloatVector) whole.convert(VectorOperators.I2F, 0)).intoArray(tile, ROWS * x);
        }
    }

    private static void sum(float[] tile, ResampleWeights table, int origin, int from, int to, int[] sums) {
        int[] starts = table.starts();
        float[] weights = table.weights();
        switch (table.taps()) {
            case 4 -> VectorTaps.taps4(tile, starts, origin, weights, from, to, sums);
            case 8 -> VectorTaps.taps8(tile, starts, origin, weights, from, to, sums);
            case 12 -> VectorTaps.taps12(tile, starts, origin, weights, from, to, sums);
            case 16 -> VectorTaps.taps16(tile, starts, origin, weights, from, to, sums);
            case 20 -> VectorTaps.taps20(tile, starts, origin, weights, from, to, sums);
            default -> VectorTaps.taps(tile, starts, origin, weights, table.taps(), from, to, sums);
        }
    }

    /** Sums [column][row] to eight rows of samples, four columns at a time; up to three columns past the last are written. */
    private static void store(int[] sums, Plane target, int y, int last, int from, int to) {
        int groups = (to - from + 3) / 4;
        for (int g = 0; g < groups; g++) {
            IntVector v0 = IntVector.fromArray(INTS, sums, g * 4 * ROWS);
            IntVector v1 = IntVector.fromArray(INTS, sums, g * 4 * ROWS + 8);
            IntVector v2 = IntVector.fromArray(INTS, sums, g * 4 * ROWS + 16);
            IntVector v3 = IntVector.fromArray(INTS, sums, g * 4 * ROWS + 24);
            v0.or(v1.lanewise(VectorOperators.LSHL, 8))
                    .or(v2.lanewise(VectorOperators.LSHL, 16))
                    .or(v3.lanewise(VectorOperators.LSHL, 24))
                    .intoArray(sums, g * ROWS);
        }
        for (int r = 0; r < ROWS; r++) {
            row(sums, r, groups, target.memory(), target.row(Math.min(y + r, last)) + from);
        }
    }

    private static void row(int[] packed, int lane, int groups, MemorySegment memory, long at) {
        memory = NativeSegments.of(memory);
        for (int g = 0; g < groups; g++) {
            memory.set(LITTLE_INT, at + 4 * g, packed[g * ROWS + lane]);
        }
    }
}
