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
 * vectors exchange bytes, then shorts, then ints, after which long j of vector k holds the eight samples of column 8j + k.
 */
final class VectorOrient implements OrientKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
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
    public void orient(Plane source, Plane target, Orientation turn, int fromRow, int toRow) {
        if (turn.swapsAxes() ? toRow - fromRow < STEP : !turn.mirrorsColumns()) {
            plain.orient(source, target, turn, fromRow, toRow);
            return;
        }
        Samples.checkRows(target, fromRow, toRow);
        ScalarOrient.checkSizes(source, target, turn);
        if (turn.swapsAxes()) {
            for (int y = fromRow; y < toRow; y += BLOCK) {
                for (int x = 0; x < target.width(); x += BLOCK) {
                    int right = Math.min(x + BLOCK, target.width());
                    block(source, target, turn, x, right, y, Math.min(y + BLOCK, toRow), toRow - STEP);
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
            Plane source, Plane target, Orientation turn, int left, int right, int top, int bottom, int lastTop) {
        for (int y = top; y < bottom; y += STEP) {
            int from = Math.min(y, lastTop);
            int column = turn.mirrorsColumns() ? source.width() - STEP - from : from;
            int first = turn.mirrorsColumns() ? from + STEP - 1 : from;
            int step = turn.mirrorsColumns() ? -1 : 1;
            for (int x = left; x < right; x += ROWS) {
                tile(source, column, turn.mirrorsRows(), x, target, first, step);
            }
        }
    }

    /** Source rows x to x + 7, the last one again for those that the source does not have. */
    private static void tile(Plane source, int column, boolean mirrorsRows, int x, Plane target, int first, int step) {
        long[] rows = source.rows();
        int last = rows.length - 1;
        int r0 = mirrorsRows ? last - x : x;
        int s = mirrorsRows ? -1 : 1;
        tile(
                source.memory(),
                rows[r0] + column,
                rows[Math.clamp(r0 + s, 0, last)] + column,
                rows[Math.clamp(r0 + 2 * s, 0, last)] + column,
                rows[Math.clamp(r0 + 3 * s, 0, last)] + column,
                rows[Math.clamp(r0 + 4 * s, 0, last)] + column,
                rows[Math.clamp(r0 + 5 * s, 0, last)] + column,
                rows[Math.clamp(r0 + 6 * s, 0, last)] + column,
                rows[Math.clamp(r0 + 7 * s, 0, last)] + column,
                target.memory(),
                target.rows(),
                first,
                step,
                x);
    }

    private static void tile(
            MemorySegment from,
            long row0,
            long row1,
            long row2,
            long row3,
            long row4,
            long row5,
            long row6,
            long row7,
            MemorySegment to,
            long[] rows,
            int first,
            int step,
            int x) {
        ShortVector a0 = ShortVector.fromMemorySegment(SHORTS, from, row0, ORDER);
        ShortVector a1 = ShortVector.fromMemorySegment(SHORTS, from, row1, ORDER);
        ShortVector a2 = ShortVector.fromMemorySegment(SHORTS, from, row2, ORDER);
        ShortVector a3 = ShortVector.fromMemorySegment(SHORTS, from, row3, ORDER);
        ShortVector a4 = ShortVector.fromMemorySegment(SHORTS, from, row4, ORDER);
        ShortVector a5 = ShortVector.fromMemorySegment(SHORTS, from, row5, ORDER);
        ShortVector a6 = ShortVector.fromMemorySegment(SHORTS, from, row6, ORDER);
        ShortVector a7 = ShortVector.fromMemorySegment(SHORTS, from, row7, ORDER);

        IntVector b0 = a0.and(LOW_BYTE).or(a1.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b1 =
                a0.lanewise(VectorOperators.LSHR, 8).or(a1.and(HIGH_BYTE)).reinterpretAsInts();
        IntVector b2 = a2.and(LOW_BYTE).or(a3.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b3 =
                a2.lanewise(VectorOperators.LSHR, 8).or(a3.and(HIGH_BYTE)).reinterpretAsInts();
        IntVector b4 = a4.and(LOW_BYTE).or(a5.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b5 =
                a4.lanewise(VectorOperators.LSHR, 8).or(a5.and(HIGH_BYTE)).reinterpretAsInts();
        IntVector b6 = a6.and(LOW_BYTE).or(a7.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
        IntVector b7 =
                a6.lanewise(VectorOperators.LSHR, 8).or(a7.and(HIGH_BYTE)).reinterpretAsInts();

        LongVector c0 =
                b0.and(LOW_SHORT).or(b2.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c1 =
                b1.and(LOW_SHORT).or(b3.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c2 =
                b0.lanewise(VectorOperators.LSHR, 16).or(b2.and(HIGH_SHORT)).reinterpretAsLongs();
        LongVector c3 =
                b1.lanewise(VectorOperators.LSHR, 16).or(b3.and(HIGH_SHORT)).reinterpretAsLongs();
        LongVector c4 =
                b4.and(LOW_SHORT).or(b6.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c5 =
                b5.and(LOW_SHORT).or(b7.lanewise(VectorOperators.LSHL, 16)).reinterpretAsLongs();
        LongVector c6 =
                b4.lanewise(VectorOperators.LSHR, 16).or(b6.and(HIGH_SHORT)).reinterpretAsLongs();
        LongVector c7 =
                b5.lanewise(VectorOperators.LSHR, 16).or(b7.and(HIGH_SHORT)).reinterpretAsLongs();

        LongVector d0 = c0.and(LOW_INT).or(c4.lanewise(VectorOperators.LSHL, 32));
        LongVector d1 = c1.and(LOW_INT).or(c5.lanewise(VectorOperators.LSHL, 32));
        LongVector d2 = c2.and(LOW_INT).or(c6.lanewise(VectorOperators.LSHL, 32));
        LongVector d3 = c3.and(LOW_INT).or(c7.lanewise(VectorOperators.LSHL, 32));
        LongVector d4 = c0.lanewise(VectorOperators.LSHR, 32).or(c4.and(HIGH_INT));
        LongVector d5 = c1.lanewise(VectorOperators.LSHR, 32).or(c5.and(HIGH_INT));
        LongVector d6 = c2.lanewise(VectorOperators.LSHR, 32).or(c6.and(HIGH_INT));
        LongVector d7 = c3.lanewise(VectorOperators.LSHR, 32).or(c7.and(HIGH_INT));

        store(to, rows, first, 8 * step, x, d0.lane(0), d0.lane(1), d0.lane(2), d0.lane(3));
        store(to, rows, first + step, 8 * step, x, d1.lane(0), d1.lane(1), d1.lane(2), d1.lane(3));
        store(to, rows, first + 2 * step, 8 * step, x, d2.lane(0), d2.lane(1), d2.lane(2), d2.lane(3));
        store(to, rows, first + 3 * step, 8 * step, x, d3.lane(0), d3.lane(1), d3.lane(2), d3.lane(3));
        store(to, rows, first + 4 * step, 8 * step, x, d4.lane(0), d4.lane(1), d4.lane(2), d4.lane(3));
        store(to, rows, first + 5 * step, 8 * step, x, d5.lane(0), d5.lane(1), d5.lane(2), d5.lane(3));
        store(to, rows, first + 6 * step, 8 * step, x, d6.lane(0), d6.lane(1), d6.lane(2), d6.lane(3));
        store(to, rows, first + 7 * step, 8 * step, x, d7.lane(0), d7.lane(1), d7.lane(2), d7.lane(3));
    }

    private static void store(
            MemorySegment to, long[] rows, int row, int step, int x, long l0, long l1, long l2, long l3) {
        to.set(LITTLE_LONG, rows[row] + x, l0);
        to.set(LITTLE_LONG, rows[row + step] + x, l1);
        to.set(LITTLE_LONG, rows[row + 2 * step] + x, l2);
        to.set(LITTLE_LONG, rows[row + 3 * step] + x, l3);
    }
}
