package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Where the pixels of one row of a tile fall in its piece, eight at a time; the part of {@link VectorRotate} for it.
 *
 * <p>Coordinates are sums of 64 bits in two halves: the low halves are added with their highest bit turned over, so that a
 * signed comparison finds the carry. Points outside the source may lie outside the piece, so their index is clamped.
 */
final class VectorRotatePoints {

    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = INTS.length();
    private static final int GROUP = 4 * STEP;
    private static final int COLUMNS = RotateTile.COLUMNS;
    private static final float FRACTION = 0x1p-24f;
    private static final int SIGN = Integer.MIN_VALUE;
    private static final int EVEN_BYTES = 0x00FF00FF;
    private static final int ODD_BYTES = 0xFF00FF00;
    private static final int LOW_SHORT = 0xFFFF;
    private static final int HIGH_SHORT = 0xFFFF0000;

    private VectorRotatePoints() {}

    /** Sets index and fractions of the pixels {@code first ≤ x < end}, where pixel 0 falls on this point of the piece. */
    static void find(RotateTile tile, long atX, long atY, int first, int end) {
        find(
                tile.offsets,
                (int) (atX >> AffinePoints.FRACTION_BITS),
                (int) atX ^ SIGN,
                (int) (atY >> AffinePoints.FRACTION_BITS),
                (int) atY ^ SIGN,
                tile.stride,
                tile.stride * tile.rows - 1,
                tile.index,
                tile.fractionX,
                tile.fractionY,
                first,
                end);
    }

    private static void find(
            int[] offsets,
            int startX,
            int startLowX,
            int startY,
            int startLowY,
            int stride,
            int most,
            int[] index,
            float[] fractionX,
            float[] fractionY,
            int first,
            int end) {
        for (int i = first; i < end; i += STEP) {
            IntVector lowX = IntVector.fromArray(INTS, offsets, COLUMNS + i).add(startLowX);
            IntVector lowY = IntVector.fromArray(INTS, offsets, 3 * COLUMNS + i).add(startLowY);
            IntVector column = IntVector.fromArray(INTS, offsets, i).add(startX);
            IntVector row = IntVector.fromArray(INTS, offsets, 2 * COLUMNS + i).add(startY);
            column = column.add(1, lowX.lt(startLowX));
            row = row.add(1, lowY.lt(startLowY));
            row.mul(stride).add(column).max(0).min(most).intoArray(index, i);
            ((FloatVector) lowX.lanewise(VectorOperators.XOR, SIGN)
                            .lanewise(VectorOperators.LSHR, 8)
                            .convert(VectorOperators.I2F, 0))
                    .mul(FRACTION)
                    .intoArray(fractionX, i);
            ((FloatVector) lowY.lanewise(VectorOperators.XOR, SIGN)
                            .lanewise(VectorOperators.LSHR, 8)
                            .convert(VectorOperators.I2F, 0))
                    .mul(FRACTION)
                    .intoArray(fractionY, i);
        }
    }

    /** Sets the results of the pixels {@code first ≤ x < end} to the ints that they fall on; see {@link #find}. */
    static void pick(RotateTile tile, long atX, long atY, int first, int end) {
        pick(
                tile.offsets,
                (int) (atX >> AffinePoints.FRACTION_BITS),
                (int) atX ^ SIGN,
                (int) (atY >> AffinePoints.FRACTION_BITS),
                (int) atY ^ SIGN,
                tile.stride,
                tile.stride * tile.rows - 1,
                tile.index,
                tile.pieces[0],
                tile.results,
                first,
                end);
    }

    private static void pick(
            int[] offsets,
            int startX,
            int startLowX,
            int startY,
            int startLowY,
            int stride,
            int most,
            int[] index,
            int[] piece,
            int[] results,
            int first,
            int end) {
        for (int i = first; i < end; i += STEP) {
            IntVector lowX = IntVector.fromArray(INTS, offsets, COLUMNS + i).add(startLowX);
            IntVector lowY = IntVector.fromArray(INTS, offsets, 3 * COLUMNS + i).add(startLowY);
            IntVector column = IntVector.fromArray(INTS, offsets, i).add(startX);
            IntVector row = IntVector.fromArray(INTS, offsets, 2 * COLUMNS + i).add(startY);
            column = column.add(1, lowX.lt(startLowX));
            row = row.add(1, lowY.lt(startLowY));
            row.mul(stride).add(column).max(0).min(most).intoArray(index, i);
            IntVector.fromArray(INTS, piece, 0, index, i).intoArray(results, i);
        }
    }

    /** Stores results that hold all bands of a pixel. */
    static void spread(int[] results, int first, int end, List<Plane> targets, int y, int left) {
        int bands = targets.size();
        spread(
                results,
                first,
                end,
                bands,
                targets.getFirst().memory(),
                targets.getFirst().row(y) + left,
                bands > 1 ? targets.get(1).row(y) + left : 0,
                bands > 2 ? targets.get(2).row(y) + left : 0,
                bands > 3 ? targets.get(3).row(y) + left : 0);
    }

    // Four vectors of pixels exchange bytes, then shorts, and are four bands.
    private static void spread(
            int[] results, int first, int end, int bands, MemorySegment to, long r0, long r1, long r2, long r3) {
        to = NativeSegments.of(to);
        for (int i = first; i < end; i += GROUP) {
            IntVector p0 = IntVector.fromArray(INTS, results, i);
            IntVector p1 = IntVector.fromArray(INTS, results, i + STEP);
            IntVector p2 = IntVector.fromArray(INTS, results, i + 2 * STEP);
            IntVector p3 = IntVector.fromArray(INTS, results, i + 3 * STEP);
            IntVector even01 = p0.and(EVEN_BYTES).or(p1.and(EVEN_BYTES).lanewise(VectorOperators.LSHL, 8));
            IntVector even23 = p2.and(EVEN_BYTES).or(p3.and(EVEN_BYTES).lanewise(VectorOperators.LSHL, 8));
            even01.and(LOW_SHORT).or(even23.lanewise(VectorOperators.LSHL, 16)).intoMemorySegment(to, r0 + i, ORDER);
            if (bands > 1) {
                IntVector odd01 =
                        p0.lanewise(VectorOperators.LSHR, 8).and(EVEN_BYTES).or(p1.and(ODD_BYTES));
                IntVector odd23 =
                        p2.lanewise(VectorOperators.LSHR, 8).and(EVEN_BYTES).or(p3.and(ODD_BYTES));
                odd01.and(LOW_SHORT)
                        .or(odd23.lanewise(VectorOperators.LSHL, 16))
                        .intoMemorySegment(to, r1 + i, ORDER);
                if (bands > 2) {
                    even01.lanewise(VectorOperators.LSHR, 16)
                            .or(even23.and(HIGH_SHORT))
                            .intoMemorySegment(to, r2 + i, ORDER);
                }
                if (bands > 3) {
                    odd01.lanewise(VectorOperators.LSHR, 16)
                            .or(odd23.and(HIGH_SHORT))
                            .intoMemorySegment(to, r3 + i, ORDER);
                }
            }
        }
    }
}
