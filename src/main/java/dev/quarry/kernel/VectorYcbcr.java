package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * One row between red, green, blue and YCbCr; the part of {@link VectorConvert} for it, whose {@code ThreeBandRow} both
 * methods are. The offset {@code none} is of a fourth band that there is not.
 *
 * <p>The products with 16 fraction bits do not fit a short, so each factor is split, f = 256·h + l, and the sum is rounded
 * in two steps, ⌊(256·H + L + 2¹⁵) / 2¹⁶⌋ = ⌊(H + ⌊L / 256⌋ + 128) / 256⌋, which is exact because a floor of a floor is.
 */
final class VectorYcbcr {

    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = SHORTS.vectorByteSize();

    private static final short LOW = 0xFF;
    private static final short HIGH = (short) 0xFF00;
    private static final short HALF = 128;
    private static final short CENTRE = 128;

    private VectorYcbcr() {}

    /** YCbCr to red, green and blue. */
    // With b = cb − 128 and r = cr − 128 the factors are 91881 = 2¹⁶ + 256·103 − 23, 116130 = 2·2¹⁶ − 256·58 − 94,
    // −22554 = −256·88 − 26 and −46802 = −2¹⁶ + 256·73 + 46.
    static void toRgb(
            MemorySegment memory, long y, long cb, long cr, long none, long red, long green, long blue, int width) {
        for (int x = 0; x < width; x += STEP) {
            ShortVector luma = ShortVector.fromMemorySegment(SHORTS, memory, y + x, ORDER);
            ShortVector b = ShortVector.fromMemorySegment(SHORTS, memory, cb + x, ORDER);
            ShortVector r = ShortVector.fromMemorySegment(SHORTS, memory, cr + x, ORDER);
            ShortVector y0 = luma.and(LOW);
            ShortVector y1 = luma.lanewise(VectorOperators.LSHR, 8);
            ShortVector b0 = b.and(LOW).sub(CENTRE);
            ShortVector b1 = b.lanewise(VectorOperators.LSHR, 8).sub(CENTRE);
            ShortVector r0 = r.and(LOW).sub(CENTRE);
            ShortVector r1 = r.lanewise(VectorOperators.LSHR, 8).sub(CENTRE);

            ShortVector toRed0 = r0.mul((short) -23).lanewise(VectorOperators.ASHR, 8);
            ShortVector toRed1 = r1.mul((short) -23).lanewise(VectorOperators.ASHR, 8);
            toRed0 = toRed0.add(r0.mul((short) 103)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toRed1 = toRed1.add(r1.mul((short) 103)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toRed0 = toRed0.add(r0).add(y0).max((short) 0).min(LOW);
            toRed1 = toRed1.add(r1).add(y1).max((short) 0).min(LOW);

            ShortVector toBlue0 = b0.mul((short) -94).lanewise(VectorOperators.ASHR, 8);
            ShortVector toBlue1 = b1.mul((short) -94).lanewise(VectorOperators.ASHR, 8);
            toBlue0 = toBlue0.sub(b0.mul((short) 58)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toBlue1 = toBlue1.sub(b1.mul((short) 58)).add(HALF).lanewise(VectorOperators.ASHR, 8);
            toBlue0 = toBlue0.add(b0).add(b0).add(y0).max((short) 0).min(LOW);
            toBlue1 = toBlue1.add(b1).add(b1).add(y1).max((short) 0).min(LOW);

            ShortVector toGreen0 = r0.mul((short) 46).sub(b0.mul((short) 26)).lanewise(VectorOperators.ASHR, 8);
            ShortVector toGreen1 = r1.mul((short) 46).sub(b1.mul((short) 26)).lanewise(VectorOperators.ASHR, 8);
            toGreen0 = toGreen0.add(r0.mul((short) 73)).sub(b0.mul((short) 88)).add(HALF);
            toGreen1 = toGreen1.add(r1.mul((short) 73)).sub(b1.mul((short) 88)).add(HALF);
            toGreen0 = toGreen0.lanewise(VectorOperators.ASHR, 8).sub(r0).add(y0);
            toGreen1 = toGreen1.lanewise(VectorOperators.ASHR, 8).sub(r1).add(y1);
            toGreen0 = toGreen0.max((short) 0).min(LOW);
            toGreen1 = toGreen1.max((short) 0).min(LOW);

            toRed0.or(toRed1.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(memory, red + x, ORDER);
            toGreen0.or(toGreen1.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(memory, green + x, ORDER);
            toBlue0.or(toBlue1.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(memory, blue + x, ORDER);
        }
    }

    /** Red, green and blue to YCbCr. */
    // 19595 = 256·76 + 139, 38470 = 256·150 + 70, 7471 = 256·29 + 47; −11059 = −256·43 − 51, −21709 = −256·85 + 51;
    // −27439 = −256·107 − 47, −5329 = −256·21 + 47; 32768 = 256·128. Sums are unsigned, and the one chroma value that
    // rounds to 256 saturates.
    static void fromRgb(
            MemorySegment memory, long red, long green, long blue, long none, long y, long cb, long cr, int width) {
        for (int x = 0; x < width; x += STEP) {
            ShortVector r = ShortVector.fromMemorySegment(SHORTS, memory, red + x, ORDER);
            ShortVector g = ShortVector.fromMemorySegment(SHORTS, memory, green + x, ORDER);
            ShortVector b = ShortVector.fromMemorySegment(SHORTS, memory, blue + x, ORDER);
            ShortVector r0 = r.and(LOW);
            ShortVector r1 = r.lanewise(VectorOperators.LSHR, 8);
            ShortVector g0 = g.and(LOW);
            ShortVector g1 = g.lanewise(VectorOperators.LSHR, 8);
            ShortVector b0 = b.and(LOW);
            ShortVector b1 = b.lanewise(VectorOperators.LSHR, 8);

            ShortVector low0 = r0.mul((short) 139).add(g0.mul((short) 70)).add(b0.mul((short) 47));
            ShortVector low1 = r1.mul((short) 139).add(g1.mul((short) 70)).add(b1.mul((short) 47));
            ShortVector luma0 = r0.mul((short) 76).add(g0.mul((short) 150)).add(b0.mul((short) 29));
            ShortVector luma1 = r1.mul((short) 76).add(g1.mul((short) 150)).add(b1.mul((short) 29));
            luma0 = luma0.add(low0.lanewise(VectorOperators.LSHR, 8)).add(HALF);
            luma1 = luma1.add(low1.lanewise(VectorOperators.LSHR, 8)).add(HALF);

            ShortVector blueLow0 = g0.sub(r0).mul((short) 51).lanewise(VectorOperators.ASHR, 8);
            ShortVector blueLow1 = g1.sub(r1).mul((short) 51).lanewise(VectorOperators.ASHR, 8);
            ShortVector toBlue0 = b0.lanewise(VectorOperators.LSHL, 7).sub(r0.mul((short) 43));
            ShortVector toBlue1 = b1.lanewise(VectorOperators.LSHL, 7).sub(r1.mul((short) 43));
            toBlue0 = toBlue0.sub(g0.mul((short) 85)).add(Short.MIN_VALUE);
            toBlue1 = toBlue1.sub(g1.mul((short) 85)).add(Short.MIN_VALUE);
            toBlue0 = toBlue0.lanewise(VectorOperators.SUADD, blueLow0.add(HALF));
            toBlue1 = toBlue1.lanewise(VectorOperators.SUADD, blueLow1.add(HALF));

            ShortVector redLow0 = b0.sub(g0).mul((short) 47).lanewise(VectorOperators.ASHR, 8);
            ShortVector redLow1 = b1.sub(g1).mul((short) 47).lanewise(VectorOperators.ASHR, 8);
            ShortVector toRed0 = r0.lanewise(VectorOperators.LSHL, 7).sub(g0.mul((short) 107));
            ShortVector toRed1 = r1.lanewise(VectorOperators.LSHL, 7).sub(g1.mul((short) 107));
            toRed0 = toRed0.sub(b0.mul((short) 21)).add(Short.MIN_VALUE);
            toRed1 = toRed1.sub(b1.mul((short) 21)).add(Short.MIN_VALUE);
            toRed0 = toRed0.lanewise(VectorOperators.SUADD, redLow0.add(HALF));
            toRed1 = toRed1.lanewise(VectorOperators.SUADD, redLow1.add(HALF));

            ShortVector luma = luma0.lanewise(VectorOperators.LSHR, 8).or(luma1.and(HIGH));
            ShortVector toBlue = toBlue0.lanewise(VectorOperators.LSHR, 8).or(toBlue1.and(HIGH));
            ShortVector toRed = toRed0.lanewise(VectorOperators.LSHR, 8).or(toRed1.and(HIGH));
            luma.intoMemorySegment(memory, y + x, ORDER);
            toBlue.intoMemorySegment(memory, cb + x, ORDER);
            toRed.intoMemorySegment(memory, cr + x, ORDER);
        }
    }
}
