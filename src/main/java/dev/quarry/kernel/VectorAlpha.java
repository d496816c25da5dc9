package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of colour and alpha by the Vector API, the twin of {@link ScalarAlpha}. Rows are written in whole vectors; what
 * lay behind the last column is put back.
 */
final class VectorAlpha implements AlphaKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    // Four of these hold a vector's bytes over a loop; a vector kept that long is sometimes boxed, one for each row.
    private static final ValueLayout.OfLong WORDS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = BYTES.vectorByteSize();

    private static final short LOW = 0xFF;
    private static final short HIGH = (short) 0xFF00;
    private static final short HALF = 128;

    // Adding 1.5 · 2²³ leaves the number rounded to the nearest in the low bits of a float.
    private static final float ROUNDER = 0x1.8p23f;
    private static final int ROUNDER_BITS = Float.floatToRawIntBits(ROUNDER);

    // 255, and so little more that ties are rounded up and nothing else changes: quotients are multiples of 1/255 at
    // least
    // 1/510 away from a tie, and at most 255 where they matter.
    private static final float SCALE = 255 * (1 + 0x1p-18f);

    @Override
    public void premultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        ScalarAlpha.check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            premultiply(color.memory(), color.row(y), alpha.memory(), alpha.row(y), color.width());
        }
    }

    private static void premultiply(MemorySegment colors, long color, MemorySegment alphas, long alpha, int width) {
        long behind0 = colors.get(WORDS, color + width);
        long behind1 = colors.get(WORDS, color + width + 8);
        long behind2 = colors.get(WORDS, color + width + 16);
        long behind3 = colors.get(WORDS, color + width + 24);
        for (int x = 0; x < width; x += STEP) {
            ShortVector c = ShortVector.fromMemorySegment(SHORTS, colors, color + x, ORDER);
            ShortVector a = ShortVector.fromMemorySegment(SHORTS, alphas, alpha + x, ORDER);
            ShortVector even = c.and(LOW).mul(a.and(LOW)).add(HALF);
            ShortVector odd = c.lanewise(VectorOperators.LSHR, 8)
                    .mul(a.lanewise(VectorOperators.LSHR, 8))
                    .add(HALF);
            even = even.add(even.lanewise(VectorOperators.LSHR, 8)).lanewise(VectorOperators.LSHR, 8);
            odd = odd.add(odd.lanewise(VectorOperators.LSHR, 8)).and(HIGH);
            even.or(odd).intoMemorySegment(colors, color + x, ORDER);
        }
        colors.set(WORDS, color + width, behind0);
        colors.set(WORDS, color + width + 8, behind1);
        colors.set(WORDS, color + width + 16, behind2);
        colors.set(WORDS, color + width + 24, behind3);
    }

    @Override
    public void unpremultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        ScalarAlpha.check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            unpremultiply(color.memory(), color.row(y), alpha.memory(), alpha.row(y), color.width());
        }
    }

    // Where alpha is 0 the quotient is by 1, and the last step clears the sample.
    private static void unpremultiply(MemorySegment colors, long color, MemorySegment alphas, long alpha, int width) {
        long behind0 = colors.get(WORDS, color + width);
        long behind1 = colors.get(WORDS, color + width + 8);
        long behind2 = colors.get(WORDS, color + width + 16);
        long behind3 = colors.get(WORDS, color + width + 24);
        for (int x = 0; x < width; x += STEP) {
            IntVector c = IntVector.fromMemorySegment(INTS, colors, color + x, ORDER);
            ByteVector alphaBytes = ByteVector.fromMemorySegment(BYTES, alphas, alpha + x, ORDER);
            VectorMask<Byte> clear = alphaBytes.eq((byte) 0);
            IntVector a = alphaBytes.blend((byte) 1, clear).reinterpretAsInts();
            FloatVector c0 = (FloatVector) c.and(255).convert(VectorOperators.I2F, 0);
            FloatVector a0 = (FloatVector) a.and(255).convert(VectorOperators.I2F, 0);
            FloatVector c1 =
                    (FloatVector) c.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0);
            FloatVector a1 =
                    (FloatVector) a.lanewise(VectorOperators.LSHR, 8).and(255).convert(VectorOperators.I2F, 0);
            FloatVector c2 =
                    (FloatVector) c.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0);
            FloatVector a2 =
                    (FloatVector) a.lanewise(VectorOperators.LSHR, 16).and(255).convert(VectorOperators.I2F, 0);
            FloatVector c3 = (FloatVector) c.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0);
            FloatVector a3 = (FloatVector) a.lanewise(VectorOperators.LSHR, 24).convert(VectorOperators.I2F, 0);
            IntVector s0 = c0.mul(SCALE).div(a0).add(ROUNDER).reinterpretAsInts();
            IntVector s1 = c1.mul(SCALE).div(a1).add(ROUNDER).reinterpretAsInts();
            IntVector s2 = c2.mul(SCALE).div(a2).add(ROUNDER).reinterpretAsInts();
            IntVector s3 = c3.mul(SCALE).div(a3).add(ROUNDER).reinterpretAsInts();
            s0 = s0.sub(ROUNDER_BITS).min(255);
            s1 = s1.sub(ROUNDER_BITS).min(255);
            s2 = s2.sub(ROUNDER_BITS).min(255);
            s3 = s3.sub(ROUNDER_BITS).min(255);
            ByteVector straight = s0.or(s1.lanewise(VectorOperators.LSHL, 8))
                    .or(s2.lanewise(VectorOperators.LSHL, 16))
                    .or(s3.lanewise(VectorOperators.LSHL, 24))
                    .reinterpretAsBytes();
            straight.blend((byte) 0, clear).intoMemorySegment(colors, color + x, ORDER);
        }
        colors.set(WORDS, color + width, behind0);
        colors.set(WORDS, color + width + 8, behind1);
        colors.set(WORDS, color + width + 16, behind2);
        colors.set(WORDS, color + width + 24, behind3);
    }

    @Override
    public void flatten(Plane color, Plane alpha, int background, int fromRow, int toRow) {
        ScalarAlpha.check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            flatten(color.memory(), color.row(y), alpha.memory(), alpha.row(y), background, color.width());
        }
    }

    // c·a + b·(255 − a) = (c − b)·a + 255·b, which is below 2¹⁶ though the product alone may be negative.
    private static void flatten(
            MemorySegment colors, long color, MemorySegment alphas, long alpha, int background, int width) {
        short below = (short) background;
        short rest = (short) (255 * background + 128);
        long behind0 = colors.get(WORDS, color + width);
        long behind1 = colors.get(WORDS, color + width + 8);
        long behind2 = colors.get(WORDS, color + width + 16);
        long behind3 = colors.get(WORDS, color + width + 24);
        for (int x = 0; x < width; x += STEP) {
            ShortVector c = ShortVector.fromMemorySegment(SHORTS, colors, color + x, ORDER);
            ShortVector a = ShortVector.fromMemorySegment(SHORTS, alphas, alpha + x, ORDER);
            ShortVector even = c.and(LOW).sub(below).mul(a.and(LOW)).add(rest);
            ShortVector odd = c.lanewise(VectorOperators.LSHR, 8)
                    .sub(below)
                    .mul(a.lanewise(VectorOperators.LSHR, 8))
                    .add(rest);
            even = even.add(even.lanewise(VectorOperators.LSHR, 8)).lanewise(VectorOperators.LSHR, 8);
            odd = odd.add(odd.lanewise(VectorOperators.LSHR, 8)).and(HIGH);
            even.or(odd).intoMemorySegment(colors, color + x, ORDER);
        }
        colors.set(WORDS, color + width, behind0);
        colors.set(WORDS, color + width + 8, behind1);
        colors.set(WORDS, color + width + 16, behind2);
        colors.set(WORDS, color + width + 24, behind3);
    }
}
