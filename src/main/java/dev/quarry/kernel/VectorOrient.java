package dev.quarry.kernel;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Flips and right-angle turns by the Vector API, the twin of {@link ScalarOrient}.
 *
 * <p>Axes are exchanged in blocks of 64 × 64, inside a block in tiles of eight source rows and 32 columns: pairs of
 * vectors exchange bytes, then shorts, then ints, after which long j of vector k holds the eight samples of column 8j + k;
 * the even and the odd columns each by themselves.
 */
final class VectorOrient implements OrientKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final ValueLayout.OfLong LITTLE_LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
    private static final int STEP = BYTES.vectorByteSize();
    private static final VectorShuffle<Byte> BACKWARDS = VectorShuffle.fromOp(BYTES, l -> STEP - 1 - l);

    // A block of both planes stays in the first-level cache; its rows are written in whole cache lines.
    private static final int BLOCK = 64;
    private static final int ROWS = 8;

    private static final short LOW_BYTE = 0xFF;
    private static final short HIGH_BYTE = (short) 0xFF00;
    private static final int LOW_SHORT = 0xFFFF;
    private static final int HIGH_SHORT = 0xFFFF0000;
    private static final long LOW_INT = 0xFFFFFFFFL;
    private static final long HIGH_INT = 0xFFFFFFFF00000000L;

    private final OrientKernel plain = new ScalarOrient();

    @Override
    public void orient(Plane source, Plane target, Orientation turn, int fromRow, int toRow, Scratch scratch) {
        if (turn.swapsAxes() ? toRow - fromRow < STEP : !turn.mirrorsColumns()) {
            plain.orient(source, target, turn, fromRow, toRow, scratch);
            return;
        }
        Samples.checkRows(target, fromRow, toRow);
        ScalarOrient.checkSizes(source, target, turn);
        if (turn.swapsAxes()) {
            long[] columns = scratch.longs(STEP);
            for (int y = fromRow; y < toRow; y += BLOCK) {
                for (int x = 0; x < target.width(); x += BLOCK) {
                    int right = Math.min(x + BLOCK, target.width());
                    block(source, target, turn, x, right, y, Math.min(y + BLOCK, toRow), toRow - STEP, columns);
                }
            }
            return;
        }
        for (int y = fromRow; y < toRow; y++) {
            long from = source.row(turn.mirrorsRows() ? source.height() - 1 - y : y);
            reverse(source.memory(), from, target.memory(), target.row(y), target.width());
        }
    }

    // From left to right in the source: the processor fetches ahead of rising addresses of reads, not of falling ones.
    private static void reverse(MemorySegment from, long source, MemorySegment to, long target, int width) {
        from = NativeSegments.of(from);
        to = NativeSegments.of(to);
        int last = (width - 1) / STEP * STEP;
        long start = source + width - STEP - last;
        for (int x = 0; x <= last; x += STEP) {
            ByteVector.fromMemorySegment(BYTES, from, start + x, ORDER)
                    .rearrange(BACKWARDS)
                    .intoMemorySegment(to, target + last - x, ORDER);
        }
    }

    /** Target rows top ≤ y < bottom, those of a last tile that would reach further together with some above them. */
    private static void block(
            Plane source,
            Plane target,
            Orientation turn,
            int left,
            int right,
            int top,
            int bottom,
            int lastTop,
            long[] columns) {
        for (int y = top; y < bottom; y += STEP) {
            int from = Math.min(y, lastTop);
            int column = turn.mirrorsColumns() ? source.width() - STEP - from : from;
            int first = turn.mirrorsColumns() ? from + STEP - 1 : from;
            int step = turn.mirrorsColumns() ? -1 : 1;
            for (int x = left; x < right; x += ROWS) {
                tile(source, column, turn.mirrorsRows(), x, target, first, step, columns);
            }
        }
    }

    /** Source rows x to x + 7, the last one again for those that the source does not have. */
    private static void tile(
            Plane source, int column, boolean mirrorsRows, int x, Plane target, int first, int step, long[] columns) {
        long[] rows = source.rows();
        int last = rows.length - 1;
        int r = mirrorsRows ? last - x : x;
        int s = mirrorsRows ? -1 : 1;
        long row0 = rows[r] + column;
        long row1 = rows[Math.clamp(r + s, 0, last)] + column;
        long row2 = rows[Math.clamp(r + 2 * s, 0, last)] + column;
        long row3 = rows[Math.clamp(r + 3 * s, 0, last)] + column;
        long row4 = rows[Math.clamp(r + 4 * s, 0, last)] + column;
        long row5 = rows[Math.clamp(r + 5 * s, 0, last)] + column;
        long row6 = rows[Math.clamp(r + 6 * s, 0, last)] + column;
        long row7 = rows[Math.clamp(r + 7 * s, 0, last)] + column;
        exchange(source.memory(), row0, row1, row2, row3, row4, row5, row6, row7, columns);
        store(columns, target.memory(), target.rows(), first, step, x);
    }

    /** Long 4k + j of {@code columns} becomes the eight samples of column 8j + k. */
    private static void exchange(
            MemorySegment from,
            long row0,
            long row1,
            long row2,
            long row3,
            long row4,
            long row5,
            long row6,
            long row7,
            long[] columns) {
        from = NativeSegments.of(from);
        ShortVector lowByte = ShortVector.broadcast(SHORTS, LOW_BYTE);
        ShortVector highByte = ShortVector.broadcast(SHORTS, HIGH_BYTE);
        IntVector lowShort = IntVector.broadcast(INTS, LOW_SHORT);
        IntVector highShort = IntVector.broadcast(INTS, HIGH_SHORT);
        LongVector lowInt = LongVector.broadcast(LONGS, LOW_INT);
        LongVector highInt = LongVector.broadcast(LONGS, HIGH_INT);
        ShortVector a0 = ShortVector.fromMemorySegment(SHORTS, from, row0, ORDER);
        ShortVector a1 = ShortVector.fromMemorySegment(SHORTS, from, row1, ORDER);
        ShortVector a2 = ShortVector.fromMemorySegment(SHORTS, from, row2, ORDER);
        ShortVector a3 = ShortVector.fromMemorySegment(SHORTS, from, row3, ORDER);
        ShortVector a4 = ShortVector.fromMemorySegment(SHORTS, from, row4, ORDER);
        ShortVector a5 = ShortVector.fromMemorySegment(SHORTS, from, row5, ORDER);
        ShortVector a6 = ShortVector.fromMemorySegment(SHORTS, from, row6, ORDER);
        ShortVector a7 = ShortVector.fromMemorySegment(SHORTS, from, row7, ORDER);

        IntVector b0 = a0.and(lowByte).or(a1.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b1 = a0.lanewise(VectorOperators.LSHR, 8).or(a1.and(highByte)).reinterpretAsInts();
        IntVector b2 = a2.and(lowByte).or(a3.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b3 = a2.lanewise(VectorOperators.LSHR, 8).or(a3.and(highByte)).reinterpretAsInts();
        IntVector b4 = a4.and(lowByte).or(a5.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b5 = a4.lanewise(VectorOperators.LSHR, 8).or(a5.and(highByte)).reinterpretAsInts();
        IntVector b6 = a6.and(lowByte).or(a7.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b7 = a6.lanewise(VectorOperators.LSHR, 8).or(a7.and(highByte)).reinterpretAsInts();

        LongVector c0 =
                b0.and(lowShort).or(b2.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c1 =
                b1.and(lowShort).or(b3.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c2 =
                b0.lanewise(VectorOperators.LSHR, 16).or(b2.and(highShort)).reinterpretAsLongs();
        LongVector c3 =
                b1.lanewise(VectorOperators.LSHR, 16).or(b3.and(highShort)).reinterpretAsLongs();
        LongVector c4 =
                b4.and(lowShort).or(b6.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c5 =
                b5.and(lowShort).or(b7.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c6 =
                b4.lanewise(VectorOperators.LSHR, 16).or(b6.and(highShort)).reinterpretAsLongs();
        LongVector c7 =
                b5.lanewise(VectorOperators.LSHR, 16).or(b7.and(highShort)).reinterpretAsLongs();

        c0.and(lowInt).or(c4.lanewise(VectorOperators.LSHL, 32)).intoArray(columns, 0);
        c0.lanewise(VectorOperators.LSHR, 32).or(c4.and(highInt)).intoArray(columns, 16);
        c1.and(lowInt).or(c5.lanewise(VectorOperators.LSHL, 32)).intoArray(columns, 4);
        c1.lanewise(VectorOperators.LSHR, 32).or(c5.and(highInt)).intoArray(columns, 20);
        c2.and(lowInt).or(c6.lanewise(VectorOperators.LSHL, 32)).intoArray(columns, 8);
        c2.lanewise(VectorOperators.LSHR, 32).or(c6.and(highInt)).intoArray(columns, 24);
        c3.and(lowInt).or(c7.lanewise(VectorOperators.LSHL, 32)).intoArray(columns, 12);
        c3.lanewise(VectorOperators.LSHR, 32).or(c7.and(highInt)).intoArray(columns, 28);
    }

    private static void store(long[] columns, MemorySegment to, long[] rows, int first, int step, int x) {
        to = NativeSegments.of(to);
        for (int k = 0; k < ROWS; k++) {
            int row = first + k * step;
            to.set(LITTLE_LONG, rows[row] + x, columns[4 * k]);
            to.set(LITTLE_LONG, rows[row + 8 * step] + x, columns[4 * k + 1]);
            to.set(LITTLE_LONG, rows[row + 16 * step] + x, columns[4 * k + 2]);
            to.set(LITTLE_LONG, rows[row + 24 * step] + x, columns[4 * k + 3]);
        }
    }
}
