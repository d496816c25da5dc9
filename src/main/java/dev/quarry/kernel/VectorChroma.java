package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Chroma of 4:2:0 to full size; the part of {@link VectorConvert} for it. Whole vectors are computed as if every
 * sample had neighbours, and the columns at the edges are then written once more by plain code.
 */
final class VectorChroma {

    private static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_128;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = SHORTS.length();

    private VectorChroma() {}

    /** The contract of {@link ConvertKernel#doubleChroma}. */
    static void twice(Plane source, Plane target, int fromRow, int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        ScalarConvert.checkHalf(source, target);
        MemorySegment from = source.memory();
        MemorySegment to = target.memory();
        int last = source.width() - 1;
        for (int y = fromRow; y < toRow; y++) {
            long near = source.row(y / 2);
            long far = source.row(ScalarConvert.neighbour(y, source.height()));
            long row = target.row(y);
            twice(from, near, far, to, row, source.width());
            Samples.store(to, row, (4 * ScalarConvert.column(from, near, far, 0) + 8) >> 4);
            if (2 * last + 1 < target.width()) {
                Samples.store(to, row + 2 * last + 1, (4 * ScalarConvert.column(from, near, far, last) + 8) >> 4);
            }
        }
    }

    private static void twice(MemorySegment from, long near, long far, MemorySegment to, long target, int width) {
        from = NativeSegments.of(from);
        to = NativeSegments.of(to);
        for (int x = 0; x < width; x += STEP) {
            ShortVector nearLeft = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, near + x - 1, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector farLeft = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, far + x - 1, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector nearHere = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, near + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector farHere = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, far + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector nearRight = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, near + x + 1, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector farRight = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, from, far + x + 1, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector left = nearLeft.mul((short) 3).add(farLeft);
            ShortVector here =
                    nearHere.mul((short) 9).add(farHere.mul((short) 3)).add((short) 8);
            ShortVector right = nearRight.mul((short) 3).add(farRight);
            ShortVector even = here.add(left).lanewise(VectorOperators.LSHR, 4);
            ShortVector odd = here.add(right).lanewise(VectorOperators.LSHR, 4);
            even.or(odd.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(to, target + 2L * x, ORDER);
        }
    }
}
