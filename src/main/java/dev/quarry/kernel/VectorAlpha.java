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
    private static final VectorSpecies<Byte> EIGHT_BYTES = ByteVector.SPECIES_64;
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
        colors = NativeSegments.of(colors);
        alphas = NativeSegments.of(alphas);
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

    // Where alpha is 0 the quotient is by 1, and the last step clears the sample. Eight at a time: with 32 this is so
    // large that the
    // compiler sometimes leaves vectors on the heap.
    private static void unpremultiply(MemorySegment colors, long color, MemorySegment alphas, long alpha, int width) {
        colors = NativeSegments.of(colors);
        alphas = NativeSegments.of(alphas);
        long behind0 = colors.get(WORDS, color + width);
        long behind1 = colors.get(WORDS, color + width + 8);
        long behind2 = colors.get(WORDS, color + width + 16);
        long behind3 = colors.get(WORDS, color + width + 24);
        for (int x = 0; x < width; x += INTS.length()) {
            IntVector c = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, colors, color + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            IntVector a = (IntVector) ByteVector.fromMemorySegment(EIGHT_BYTES, alphas, alpha + x, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            VectorMask<Integer> clear = a.eq(0);
            FloatVector by = (FloatVector) a.max(1).convert(VectorOperators.I2F, 0);
            FloatVector quotient =
                    ((FloatVector) c.convert(VectorOperators.I2F, 0)).mul(SCALE).div(by);
            IntVector straight =
                    quotient.add(ROUNDER).reinterpretAsInts().sub(ROUNDER_BITS).min(255);
            ((ByteVector) straight.blend(0, clear).convertShape(VectorOperators.I2B, EIGHT_BYTES, 0))
                    .intoMemorySegment(colors, color + x, ORDER);
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
        colors = NativeSegments.of(colors);
        alphas = NativeSegments.of(alphas);
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
