package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Colour conversions by the Vector API, the twin of {@link ScalarConvert}.
 *
 * <p>A vector of 32 samples is taken as 16 shorts: even samples are the low bytes, odd ones the high bytes. Targets are
 * written in whole vectors; what lay behind the last column is put back.
 */
final class VectorConvert implements ConvertKernel {

    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    // Four of these hold a vector's bytes while a row is written; a vector kept over a loop is sometimes boxed.
    private static final ValueLayout.OfLong WORDS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = SHORTS.vectorByteSize();

    private static final short LOW = 0xFF;
    private static final short HIGH = (short) 0xFF00;
    private static final short HALF = 128;

    /** One row of three or four bands to three, at these offsets; writes whole vectors. */
    @FunctionalInterface
    private interface ThreeBandRow {
        void convert(MemorySegment memory, long s0, long s1, long s2, long s3, long t0, long t1, long t2, int width);
    }

    private static final ThreeBandRow YCBCR_TO_RGB = VectorYcbcr::toRgb;
    private static final ThreeBandRow RGB_TO_YCBCR = VectorYcbcr::fromRgb;
    private static final ThreeBandRow CMYK_TO_RGB = VectorConvert::cmykToRgb;

    @Override
    public void ycbcrToRgb(Plane y, Plane cb, Plane cr, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        convert(YCBCR_TO_RGB, y, cb, cr, y, r, g, b, fromRow, toRow);
    }

    @Override
    public void rgbToYcbcr(Plane r, Plane g, Plane b, Plane y, Plane cb, Plane cr, int fromRow, int toRow) {
        convert(RGB_TO_YCBCR, r, g, b, r, y, cb, cr, fromRow, toRow);
    }

    @Override
    public void cmykToRgb(Plane c, Plane m, Plane y, Plane k, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        convert(CMYK_TO_RGB, c, m, y, k, r, g, b, fromRow, toRow);
    }

    private static void convert(
            ThreeBandRow row,
            Plane s0,
            Plane s1,
            Plane s2,
            Plane s3,
            Plane t0,
            Plane t1,
            Plane t2,
            int fromRow,
            int toRow) {
        ScalarConvert.checkThree(s0, s1, s2, fromRow, toRow);
        ScalarConvert.checkThree(t0, t1, t2, fromRow, toRow);
        Samples.checkSameSize(s0, s3);
        Samples.checkSameSize(s0, t0);
        MemorySegment memory = s0.memory();
        int width = s0.width();
        for (int y = fromRow; y < toRow; y++) {
            convert(row, memory, s0.row(y), s1.row(y), s2.row(y), s3.row(y), t0.row(y), t1.row(y), t2.row(y), width);
        }
    }

    private static void convert(
            ThreeBandRow row,
            MemorySegment memory,
            long s0,
            long s1,
            long s2,
            long s3,
            long t0,
            long t1,
            long t2,
            int width) {
        long end0 = t0 + width;
        long end1 = t1 + width;
        long end2 = t2 + width;
        long a0 = memory.get(WORDS, end0);
        long b0 = memory.get(WORDS, end0 + 8);
        long c0 = memory.get(WORDS, end0 + 16);
        long d0 = memory.get(WORDS, end0 + 24);
        long a1 = memory.get(WORDS, end1);
        long b1 = memory.get(WORDS, end1 + 8);
        long c1 = memory.get(WORDS, end1 + 16);
        long d1 = memory.get(WORDS, end1 + 24);
        long a2 = memory.get(WORDS, end2);
        long b2 = memory.get(WORDS, end2 + 8);
        long c2 = memory.get(WORDS, end2 + 16);
        long d2 = memory.get(WORDS, end2 + 24);
        row.convert(memory, s0, s1, s2, s3, t0, t1, t2, width);
        memory.set(WORDS, end0, a0);
        memory.set(WORDS, end0 + 8, b0);
        memory.set(WORDS, end0 + 16, c0);
        memory.set(WORDS, end0 + 24, d0);
        memory.set(WORDS, end1, a1);
        memory.set(WORDS, end1 + 8, b1);
        memory.set(WORDS, end1 + 16, c1);
        memory.set(WORDS, end1 + 24, d1);
        memory.set(WORDS, end2, a2);
        memory.set(WORDS, end2 + 8, b2);
        memory.set(WORDS, end2 + 16, c2);
        memory.set(WORDS, end2 + 24, d2);
    }

    // Products are at most 255² and stay below 2¹⁶ through Samples.dividedBy255.
    private static void cmykToRgb(
            MemorySegment memory, long c, long m, long y, long k, long red, long green, long blue, int width) {
        memory = NativeSegments.of(memory);
        for (int x = 0; x < width; x += STEP) {
            ShortVector light =
                    ShortVector.fromMemorySegment(SHORTS, memory, k + x, ORDER).not();
            ShortVector r =
                    ShortVector.fromMemorySegment(SHORTS, memory, c + x, ORDER).not();
            ShortVector g =
                    ShortVector.fromMemorySegment(SHORTS, memory, m + x, ORDER).not();
            ShortVector b =
                    ShortVector.fromMemorySegment(SHORTS, memory, y + x, ORDER).not();
            ShortVector light0 = light.and(LOW);
            ShortVector light1 = light.lanewise(VectorOperators.LSHR, 8);
            ShortVector r0 = r.and(LOW).mul(light0).add(HALF);
            ShortVector r1 = r.lanewise(VectorOperators.LSHR, 8).mul(light1).add(HALF);
            ShortVector g0 = g.and(LOW).mul(light0).add(HALF);
            ShortVector g1 = g.lanewise(VectorOperators.LSHR, 8).mul(light1).add(HALF);
            ShortVector b0 = b.and(LOW).mul(light0).add(HALF);
            ShortVector b1 = b.lanewise(VectorOperators.LSHR, 8).mul(light1).add(HALF);
            r0 = r0.add(r0.lanewise(VectorOperators.LSHR, 8)).lanewise(VectorOperators.LSHR, 8);
            r1 = r1.add(r1.lanewise(VectorOperators.LSHR, 8)).and(HIGH);
            g0 = g0.add(g0.lanewise(VectorOperators.LSHR, 8)).lanewise(VectorOperators.LSHR, 8);
            g1 = g1.add(g1.lanewise(VectorOperators.LSHR, 8)).and(HIGH);
            b0 = b0.add(b0.lanewise(VectorOperators.LSHR, 8)).lanewise(VectorOperators.LSHR, 8);
            b1 = b1.add(b1.lanewise(VectorOperators.LSHR, 8)).and(HIGH);
            r0.or(r1).intoMemorySegment(memory, red + x, ORDER);
            g0.or(g1).intoMemorySegment(memory, green + x, ORDER);
            b0.or(b1).intoMemorySegment(memory, blue + x, ORDER);
        }
    }

    @Override
    public void rgbToGray(Plane r, Plane g, Plane b, Plane gray, int fromRow, int toRow) {
        ScalarConvert.checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(r, gray);
        MemorySegment memory = r.memory();
        for (int y = fromRow; y < toRow; y++) {
            long end = gray.row(y) + gray.width();
            long behind0 = memory.get(WORDS, end);
            long behind1 = memory.get(WORDS, end + 8);
            long behind2 = memory.get(WORDS, end + 16);
            long behind3 = memory.get(WORDS, end + 24);
            rgbToGray(memory, r.row(y), g.row(y), b.row(y), gray.row(y), r.width());
            memory.set(WORDS, end, behind0);
            memory.set(WORDS, end + 8, behind1);
            memory.set(WORDS, end + 16, behind2);
            memory.set(WORDS, end + 24, behind3);
        }
    }

    private static void rgbToGray(MemorySegment memory, long red, long green, long blue, long gray, int width) {
        memory = NativeSegments.of(memory);
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
            luma0.lanewise(VectorOperators.LSHR, 8).or(luma1.and(HIGH)).intoMemorySegment(memory, gray + x, ORDER);
        }
    }

    @Override
    public void doubleChroma(Plane source, Plane target, int fromRow, int toRow) {
        VectorChroma.twice(source, target, fromRow, toRow);
    }
}
