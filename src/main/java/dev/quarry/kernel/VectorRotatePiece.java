package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** The piece of the source that a tile reads; the part of {@link VectorRotate} for it. All return false where it is too large. */
final class VectorRotatePiece {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Byte> EIGHT = ByteVector.SPECIES_64;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = INTS.length();
    // Int i of the first: bytes i, i + 1, i, i + 1; of the second: bytes i to i + 3.
    private static final VectorShuffle<Byte> PAIRS = VectorShuffle.fromOp(BYTES, lane -> lane / 4 + lane % 2);
    private static final VectorShuffle<Byte> FOURS = VectorShuffle.fromOp(BYTES, lane -> lane / 4 + lane % 4);

    private VectorRotatePiece() {}

    /** Int i holds sample i of all bands. */
    static boolean pixels(List<Plane> sources, RotateTile tile) {
        if (!tile.reserve(1, tile.columns, tile.rows)) {
            return false;
        }
        Plane first = sources.getFirst();
        Plane second = sources.get(Math.min(1, sources.size() - 1));
        Plane third = sources.get(Math.min(2, sources.size() - 1));
        for (int i = 0; i < tile.rows; i++) {
            int y = tile.row + i;
            long r0 = first.row(y) + tile.column;
            long r1 = second.row(y) + tile.column;
            long r2 = third.row(y) + tile.column;
            three(first.memory(), r0, r1, r2, tile.pieces[0], i * tile.stride, tile.stride);
            if (sources.size() > 3) {
                long r3 = sources.get(3).row(y) + tile.column;
                fourth(first.memory(), r3, tile.pieces[0], i * tile.stride, tile.stride);
            }
        }
        return true;
    }

    private static void three(MemorySegment from, long r0, long r1, long r2, int[] piece, int first, int count) {
        from = NativeSegments.of(from);
        for (int i = 0; i < count; i += STEP) {
            IntVector v0 = (IntVector) ByteVector.fromMemorySegment(EIGHT, from, r0 + i, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector v1 = (IntVector) ByteVector.fromMemorySegment(EIGHT, from, r1 + i, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector v2 = (IntVector) ByteVector.fromMemorySegment(EIGHT, from, r2 + i, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            v0.or(v1.lanewise(VectorOperators.LSHL, 8))
                    .or(v2.lanewise(VectorOperators.LSHL, 16))
                    .intoArray(piece, first + i);
        }
    }

    private static void fourth(MemorySegment from, long r3, int[] piece, int first, int count) {
        from = NativeSegments.of(from);
        for (int i = 0; i < count; i += STEP) {
            ((IntVector) ByteVector.fromMemorySegment(EIGHT, from, r3 + i, ORDER)
                            .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0))
                    .lanewise(VectorOperators.LSHL, 24)
                    .or(IntVector.fromArray(INTS, piece, first + i))
                    .intoArray(piece, first + i);
        }
    }

    /** Int i of a band's piece holds samples i and i + 1 of a row and of the next. */
    static boolean pairs(List<Plane> sources, RotateTile tile) {
        if (!tile.reserve(sources.size(), tile.columns, tile.rows)) {
            return false;
        }
        for (int band = 0; band < sources.size(); band++) {
            pairs(sources.get(band), tile, tile.pieces[band]);
        }
        return true;
    }

    private static void pairs(Plane source, RotateTile tile, int[] piece) {
        int last = source.width() - 1;
        for (int i = 0; i < tile.rows; i++) {
            long upper = source.row(Math.max(tile.row + i, 0));
            long lower = source.row(Math.min(tile.row + i + 1, source.height() - 1));
            int first = i * tile.stride;
            pairs(source.memory(), upper + tile.column, lower + tile.column, piece, first, tile.stride);
            if (tile.column < 0) {
                piece[first] = pair(source.memory(), upper, lower, 0);
            }
            if (tile.column + tile.columns > last) {
                piece[first + last - tile.column] = pair(source.memory(), upper, lower, last);
            }
        }
    }

    private static void pairs(MemorySegment from, long upper, long lower, int[] piece, int first, int count) {
        from = NativeSegments.of(from);
        for (int i = 0; i < count; i += STEP) {
            IntVector above = ByteVector.fromMemorySegment(BYTES, from, upper + i, ORDER)
                    .rearrange(PAIRS)
                    .reinterpretAsInts();
            IntVector below = ByteVector.fromMemorySegment(BYTES, from, lower + i, ORDER)
                    .rearrange(PAIRS)
                    .reinterpretAsInts();
            above.and(0xFFFF).or(below.lanewise(VectorOperators.LSHL, 16)).intoArray(piece, first + i);
        }
    }

    /** What lies at an edge and beyond, which is the same. */
    private static int pair(MemorySegment memory, long upper, long lower, int edge) {
        return 0x0101 * Samples.load(memory, upper + edge) | 0x01010000 * Samples.load(memory, lower + edge);
    }

    /** Int i of a band's piece holds samples i − 1 to i + 2 of a row; the first row is the one above the tile's. */
    static boolean fours(List<Plane> sources, RotateTile tile) {
        if (!tile.reserve(sources.size(), tile.columns, tile.rows + 3)) {
            return false;
        }
        for (int band = 0; band < sources.size(); band++) {
            fours(sources.get(band), tile, tile.pieces[band]);
        }
        return true;
    }

    private static void fours(Plane source, RotateTile tile, int[] piece) {
        int last = source.width() - 1;
        for (int i = 0; i < tile.rows + 3; i++) {
            long row = source.row(Math.clamp(tile.row + i - 1, 0, source.height() - 1));
            int first = i * tile.stride;
            fours(source.memory(), row + tile.column - 1, piece, first, tile.stride);
            for (int c = tile.column; c <= 0; c++) {
                piece[first + c - tile.column] = four(source.memory(), row, c, last);
            }
            for (int c = Math.max(tile.column, last - 1); c < tile.column + tile.columns; c++) {
                piece[first + c - tile.column] = four(source.memory(), row, c, last);
            }
        }
    }

    private static void fours(MemorySegment from, long at, int[] piece, int first, int count) {
        from = NativeSegments.of(from);
        for (int i = 0; i < count; i += STEP) {
            ByteVector.fromMemorySegment(BYTES, from, at + i, ORDER)
                    .rearrange(FOURS)
                    .reinterpretAsInts()
                    .intoArray(piece, first + i);
        }
    }

    private static int four(MemorySegment memory, long row, int column, int last) {
        return Samples.load(memory, row + Math.clamp(column - 1, 0, last))
                | Samples.load(memory, row + Math.clamp(column, 0, last)) << 8
                | Samples.load(memory, row + Math.clamp(column + 1, 0, last)) << 16
                | Samples.load(memory, row + Math.clamp(column + 2, 0, last)) << 24;
    }
}
