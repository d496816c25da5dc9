package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inverse DCT at a part of the size by the Vector API, the twin of {@link ScalarInverseDct}: each lane is a block. Two samples
 * of a block are the two bytes of a short, so the blocks' rows come out in order; three are the lowest bytes of an int, and a
 * shuffle leaves its highest one out.
 */
final class VectorInverseDct implements InverseDctKernel {

    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_64;
    private static final VectorSpecies<Byte> QUADS = ByteVector.SPECIES_256;
    private static final VectorShuffle<Byte> PAIRS = VectorShuffle.fromOp(QUADS, i -> (i / 2 * 4 + i % 2) % 32);
    private static final VectorShuffle<Byte> TRIPLES = VectorShuffle.fromOp(QUADS, i -> (i / 3 * 4 + i % 3) % 32);
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    @Override
    public void inverse(
            int[] coefficients,
            int from,
            int side,
            MemorySegment target,
            long offset,
            int strideBytes,
            int columns,
            int rows) {
        ScalarInverseDct.checkSide(side);
        switch (side) {
            case 1 -> one(coefficients, from, target, offset);
            case 2 -> {
                rowOfTwo(coefficients, from, target, offset, 1);
                if (rows > 1) {
                    rowOfTwo(coefficients, from, target, offset + strideBytes, -1);
                }
            }
            default -> {
                for (int y = 0; y < rows; y++) {
                    rowOfThree(coefficients, from, target, offset + (long) y * strideBytes, columns, y);
                }
            }
        }
    }

    private static void one(int[] coefficients, int from, MemorySegment target, long offset) {
        target = NativeSegments.of(target);
        IntVector sample = IntVector.fromArray(INTS, coefficients, from)
                .add(ScalarInverseDct.HALF)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        ((ByteVector) sample.max(0).min(255).convertShape(VectorOperators.I2B, BYTES, 0))
                .intoMemorySegment(target, offset, ORDER);
    }

    /** One row of two points, the upper one with the sign 1 and the lower one with −1. */
    private static void rowOfTwo(int[] coefficients, int from, MemorySegment target, long offset, int sign) {
        target = NativeSegments.of(target);
        IntVector mean = IntVector.fromArray(INTS, coefficients, from)
                .add(ScalarInverseDct.HALF)
                .add(IntVector.fromArray(INTS, coefficients, from + MAX_SIDE * BLOCKS)
                        .mul(sign));
        IntVector slope = IntVector.fromArray(INTS, coefficients, from + BLOCKS)
                .add(IntVector.fromArray(INTS, coefficients, from + (MAX_SIDE + 1) * BLOCKS)
                        .mul(sign));
        IntVector left = mean.add(slope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector right = mean.sub(slope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector pairs = left.max(0).min(255).or(right.max(0).min(255).lanewise(VectorOperators.LSHL, 8));
        ByteVector row = pairs.reinterpretAsBytes().rearrange(PAIRS);
        ((ByteVector) row.reinterpretShape(BYTES, 0)).intoMemorySegment(target, offset, ORDER);
        ((ByteVector) row.reinterpretShape(BYTES, 1)).intoMemorySegment(target, offset + 8, ORDER);
    }

    /** One row of three points; what the columns add to it is made for each row anew, which keeps the method small. */
    private static void rowOfThree(
            int[] coefficients, int from, MemorySegment target, long offset, int columns, int y) {
        target = NativeSegments.of(target);
        FloatVector bends = FloatVector.broadcast(FLOATS, ScalarInverseDct.BENDS[y]);
        float slopes = ScalarInverseDct.SLOPES[y];
        FloatVector meanMean =
                (FloatVector) IntVector.fromArray(INTS, coefficients, from).convert(VectorOperators.I2F, 0);
        FloatVector meanSlope = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 3 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector meanBend = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 6 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector mean = meanBend.fma(bends, meanMean).add(meanSlope.mul(slopes));
        FloatVector slopeMean = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector slopeSlope = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 4 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector slopeBend = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 7 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector slope = slopeBend.fma(bends, slopeMean).add(slopeSlope.mul(slopes));
        FloatVector bendMean = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 2 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector bendSlope = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 5 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector bendBend = (FloatVector)
                IntVector.fromArray(INTS, coefficients, from + 8 * BLOCKS).convert(VectorOperators.I2F, 0);
        FloatVector bend = bendBend.fma(bends, bendMean).add(bendSlope.mul(slopes));
        FloatVector edge = bend.fma(FloatVector.broadcast(FLOATS, ScalarInverseDct.BEND), mean);
        FloatVector middle = bend.fma(FloatVector.broadcast(FLOATS, ScalarInverseDct.DIP), mean);
        FloatVector step = slope.mul(ScalarInverseDct.SLOPE);
        FloatVector eighth = FloatVector.broadcast(FLOATS, ScalarInverseDct.EIGHTH);
        FloatVector centre = FloatVector.broadcast(FLOATS, ScalarInverseDct.CENTRE_AND_HALF);
        IntVector a = (IntVector) edge.add(step).fma(eighth, centre).convert(VectorOperators.F2I, 0);
        IntVector b = (IntVector) middle.fma(eighth, centre).convert(VectorOperators.F2I, 0);
        IntVector c = (IntVector) edge.sub(step).fma(eighth, centre).convert(VectorOperators.F2I, 0);
        IntVector triples = a.max(0)
                .min(255)
                .or(b.max(0).min(255).lanewise(VectorOperators.LSHL, 8))
                .or(c.max(0).min(255).lanewise(VectorOperators.LSHL, 16));
        ByteVector row = triples.reinterpretAsBytes().rearrange(TRIPLES);
        ((ByteVector) row.reinterpretShape(BYTES, 0)).intoMemorySegment(target, offset, ORDER);
        // At a row's end there may be no room for more than the next multiple of 8.
        if (columns > 8) {
            ((ByteVector) row.reinterpretShape(BYTES, 1)).intoMemorySegment(target, offset + 8, ORDER);
        }
        if (columns > 16) {
            ((ByteVector) row.reinterpretShape(BYTES, 2)).intoMemorySegment(target, offset + 16, ORDER);
        }
    }
}
