package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * One row between red, green, blue and YCbCr; the part of {@link VectorConvert} for it, whose {@code ThreeBandRow} both
 * methods are. The offset {@code none} is of a fourth band that there is not.
 *
 * <p>16 samples at a time: with 32, as even and odd bytes of shorts, these are so large that the compiler sometimes leaves
 * vectors on the heap. The products with 16 fraction bits do not fit a short, so each factor is split, f = 256·h + l, and the sum is rounded
 * in two steps, ⌊(256·H + L + 2¹⁵) / 2¹⁶⌋ = ⌊(H + ⌊L / 256⌋ + 128) / 256⌋, which is exact because a floor of a floor is.
 */
final class VectorYcbcr {

    private static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_128;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = SHORTS.length();

    private static final short MOST = 0xFF;
    private static final short HALF = 128;
    private static final short CENTRE = 128;

    private VectorYcbcr() {}

    // With b = cb − 128 and r = cr − 128 the factors are 91881 = 2¹⁶ + 256·103 − 23, 116130 = 2·2¹⁶ − 256·58 − 94,
    // −22554 = −256·88 − 26 and −46802 = −2¹⁶ + 256·73 + 46.
    /** YCbCr to red, green and blue. */
    static void toRgb(
            MemorySegment memory, long y, long cb, long cr, long none, long red, long green, long blue, int width) {
        memory = NativeSegments.of(memory);
        for (int x = 0; x < width; x += STEP) {
            ShortVector luma = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, y + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector b = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, cb + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector r = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, cr + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            b = b.sub(CENTRE);
            r = r.sub(CENTRE);

            ShortVector toRed = r.mul((short) -23).lanewise(VectorOperators.ASHR, 8);
            toRed = toRed.add(r.mul((short) 103)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toRed = toRed.add(r).add(luma).max((short) 0).min(MOST);

            ShortVector toBlue = b.mul((short) -94).lanewise(VectorOperators.ASHR, 8);
            toBlue = toBlue.sub(b.mul((short) 58)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toBlue = toBlue.add(b).add(b).add(luma).max((short) 0).min(MOST);

            ShortVector toGreen = r.mul((short) 46).sub(b.mul((short) 26)).lanewise(VectorOperators.ASHR, 8);
            toGreen = toGreen.add(r.mul((short) 73)).sub(b.mul((short) 88)).add(HALF);
            toGreen = toGreen.lanewise(VectorOperators.ASHR, 8).sub(r).add(luma);
            toGreen = toGreen.max((short) 0).min(MOST);

            ((ByteVector) toRed.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, red + x, ORDER);
            ((ByteVector) toGreen.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, green + x, ORDER);
            ((ByteVector) toBlue.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, blue + x, ORDER);
        }
    }

    // 19595 = 256·76 + 139, 38470 = 256·150 + 70, 7471 = 256·29 + 47; −11059 = −256·43 − 51, −21709 = −256·85 + 51;
    // −27439 = −256·107 − 47, −5329 = −256·21 + 47; 32768 = 256·128. Sums are unsigned, and the one chroma value that
    // rounds to 256 saturates.
    /** Red, green and blue to YCbCr. */
    static void fromRgb(
            MemorySegment memory, long red, long green, long blue, long none, long y, long cb, long cr, int width) {
        memory = NativeSegments.of(memory);
        for (int x = 0; x < width; x += STEP) {
            ShortVector r = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, red + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector g = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, green + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
            ShortVector b = (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, memory, blue + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);

            ShortVector low = r.mul((short) 139).add(g.mul((short) 70)).add(b.mul((short) 47));
            ShortVector luma = r.mul((short) 76).add(g.mul((short) 150)).add(b.mul((short) 29));
            luma = luma.add(low.lanewise(VectorOperators.LSHR, 8)).add(HALF).lanewise(VectorOperators.LSHR, 8);

            ShortVector blueLow = g.sub(r).mul((short) 51).lanewise(VectorOperators.ASHR, 8);
            ShortVector toBlue = b.lanewise(VectorOperators.LSHL, 7).sub(r.mul((short) 43));
            toBlue = toBlue.sub(g.mul((short) 85)).add(Short.MIN_VALUE);
            toBlue = toBlue.lanewise(VectorOperators.SUADD, blueLow.add(HALF)).lanewise(VectorOperators.LSHR, 8);

            ShortVector redLow = b.sub(g).mul((short) 47).lanewise(VectorOperators.ASHR, 8);
            ShortVector toRed = r.lanewise(VectorOperators.LSHL, 7).sub(g.mul((short) 107));
            toRed = toRed.sub(b.mul((short) 21)).add(Short.MIN_VALUE);
            toRed = toRed.lanewise(VectorOperators.SUADD, redLow.add(HALF)).lanewise(VectorOperators.LSHR, 8);

            ((ByteVector) luma.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, y + x, ORDER);
            ((ByteVector) toBlue.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, cb + x, ORDER);
            ((ByteVector) toRed.convertShape(VectorOperators.S2B, HALF_BYTES, 0))
                    .intoMemorySegment(memory, cr + x, ORDER);
        }
    }
}
