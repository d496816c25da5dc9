package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inverse DCT at a part of the size by the Vector API, the twin of {@link ScalarInverseDct}: each lane is a block. Two samples
 * of a block are the two bytes of a short, so the blocks' rows come out in order.
 */
final class VectorInverseDct implements InverseDctKernel {

    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_128;
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_64;
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
        if (side == 1) {
            one(coefficients, from, target, offset);
        } else {
            two(coefficients, from, target, offset, rows > 1 ? offset + strideBytes : offset);
        }
    }

    private static void one(int[] coefficients, int from, MemorySegment target, long offset) {
        IntVector sample = IntVector.fromArray(INTS, coefficients, from)
                .add(ScalarInverseDct.HALF)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        ((ByteVector) sample.max(0).min(255).convertShape(VectorOperators.I2B, BYTES, 0))
                .intoMemorySegment(target, offset, ORDER);
    }

    /** Both rows; where only one is wanted they are at the same offset, and the upper one is written last. */
    private static void two(int[] coefficients, int from, MemorySegment target, long upper, long lower) {
        IntVector mean = IntVector.fromArray(INTS, coefficients, from).add(ScalarInverseDct.HALF);
        IntVector across = IntVector.fromArray(INTS, coefficients, from + BLOCKS);
        IntVector down = IntVector.fromArray(INTS, coefficients, from + 2 * BLOCKS);
        IntVector both = IntVector.fromArray(INTS, coefficients, from + 3 * BLOCKS);
        IntVector top = mean.add(down);
        IntVector bottom = mean.sub(down);
        IntVector topSlope = across.add(both);
        IntVector bottomSlope = across.sub(both);
        IntVector topLeft = top.add(topSlope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector topRight = top.sub(topSlope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector bottomLeft = bottom.add(bottomSlope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector bottomRight = bottom.sub(bottomSlope)
                .lanewise(VectorOperators.ASHR, ScalarInverseDct.SHIFT)
                .add(ScalarInverseDct.CENTRE);
        IntVector lowerPair =
                bottomLeft.max(0).min(255).or(bottomRight.max(0).min(255).lanewise(VectorOperators.LSHL, 8));
        IntVector upperPair =
                topLeft.max(0).min(255).or(topRight.max(0).min(255).lanewise(VectorOperators.LSHL, 8));
        ((ShortVector) lowerPair.convertShape(VectorOperators.I2S, SHORTS, 0)).intoMemorySegment(target, lower, ORDER);
        ((ShortVector) upperPair.convertShape(VectorOperators.I2S, SHORTS, 0)).intoMemorySegment(target, upper, ORDER);
    }
}
