package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Colour conversions by the Vector API, the twin of {@link ScalarConvert}.
 *
 * <p>A vector of 32 samples is taken as 16 shorts: even samples are the low bytes, odd ones the high bytes. The products
 * with 16 fraction bits do not fit a short, so each factor is split, f = 256·h + l, and the sum is rounded in two steps,
 * ⌊(256·H + L + 2¹⁵) / 2¹⁶⌋ = ⌊(H + ⌊L / 256⌋ + 128) / 256⌋, which is exact because a floor of a floor is.
 *
 * <p>Targets are written in whole vectors; what lay behind the last column is put back.
 */
final class VectorConvert implements ConvertKernel {

    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = SHORTS.vectorByteSize();

    private static final short LOW = 0xFF;
    private static final short HIGH = (short) 0xFF00;
    private static final short HALF = 128;
    private static final short CENTRE = 128;

    @Override
    public void ycbcrToRgb(Plane y, Plane cb, Plane cr, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        ScalarConvert.checkThree(y, cb, cr, fromRow, toRow);
        ScalarConvert.checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(y, r);
        MemorySegment memory = y.memory();
        for (int i = fromRow; i < toRow; i++) {
            ycbcrToRgb(memory, y.row(i), cb.row(i), cr.row(i), r.row(i), g.row(i), b.row(i), y.width());
        }
    }

    // With b = cb − 128 and r = cr − 128 the factors are 91881 = 2¹⁶ + 256·103 − 23, 116130 = 2·2¹⁶ − 256·58 − 94,
    // −22554 = −256·88 − 26 and −46802 = −2¹⁶ + 256·73 + 46.
    private static void ycbcrToRgb(
            MemorySegment memory, long y, long cb, long cr, long red, long green, long blue, int width) {
        ShortVector behindRed = ShortVector.fromMemorySegment(SHORTS, memory, red + width, ORDER);
        ShortVector behindGreen = ShortVector.fromMemorySegment(SHORTS, memory, green + width, ORDER);
        ShortVector behindBlue = ShortVector.fromMemorySegment(SHORTS, memory, blue + width, ORDER);
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
        behindRed.intoMemorySegment(memory, red + width, ORDER);
        behindGreen.intoMemorySegment(memory, green + width, ORDER);
        behindBlue.intoMemorySegment(memory, blue + width, ORDER);
    }

    @Override
    public void rgbToYcbcr(Plane r, Plane g, Plane b, Plane y, Plane cb, Plane cr, int fromRow, int toRow) {
        ScalarConvert.checkThree(r, g, b, fromRow, toRow);
        ScalarConvert.checkThree(y, cb, cr, fromRow, toRow);
        Samples.checkSameSize(r, y);
        MemorySegment memory = r.memory();
        for (int i = fromRow; i < toRow; i++) {
            rgbToYcbcr(memory, r.row(i), g.row(i), b.row(i), y.row(i), cb.row(i), cr.row(i), r.width());
        }
    }

    // 19595 = 256·76 + 139, 38470 = 256·150 + 70, 7471 = 256·29 + 47; −11059 = −256·43 − 51, −21709 = −256·85 + 51;
    // −27439 = −256·107 − 47, −5329 = −256·21 + 47; 32768 = 256·128. Sums are unsigned, and the one chroma value that
    // rounds to 256 saturates.
    private static void rgbToYcbcr(
            MemorySegment memory, long red, long green, long blue, long y, long cb, long cr, int width) {
        ShortVector behindLuma = ShortVector.fromMemorySegment(SHORTS, memory, y + width, ORDER);
        ShortVector behindBlue = ShortVector.fromMemorySegment(SHORTS, memory, cb + width, ORDER);
        ShortVector behindRed = ShortVector.fromMemorySegment(SHORTS, memory, cr + width, ORDER);
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
        behindLuma.intoMemorySegment(memory, y + width, ORDER);
        behindBlue.intoMemorySegment(memory, cb + width, ORDER);
        behindRed.intoMemorySegment(memory, cr + width, ORDER);
    }

    @Override
    public void rgbToGray(Plane r, Plane g, Plane b, Plane gray, int fromRow, int toRow) {
        ScalarConvert.checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(r, gray);
        for (int i = fromRow; i < toRow; i++) {
            rgbToGray(r.memory(), r.row(i), g.row(i), b.row(i), gray.row(i), r.width());
        }
    }

    private static void rgbToGray(MemorySegment memory, long red, long green, long blue, long gray, int width) {
        ShortVector behind = ShortVector.fromMemorySegment(SHORTS, memory, gray + width, ORDER);
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
        behind.intoMemorySegment(memory, gray + width, ORDER);
    }

    @Override
    public void cmykToRgb(Plane c, Plane m, Plane y, Plane k, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        ScalarConvert.checkThree(c, m, y, fromRow, toRow);
        ScalarConvert.checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(c, k);
        Samples.checkSameSize(c, r);
        MemorySegment memory = c.memory();
        for (int i = fromRow; i < toRow; i++) {
            cmykToRgb(memory, c.row(i), m.row(i), y.row(i), k.row(i), r.row(i), g.row(i), b.row(i), c.width());
        }
    }

    // Products are at most 255² and stay below 2¹⁶ through Samples.dividedBy255.
    private static void cmykToRgb(
            MemorySegment memory, long c, long m, long y, long k, long red, long green, long blue, int width) {
        ShortVector behindRed = ShortVector.fromMemorySegment(SHORTS, memory, red + width, ORDER);
        ShortVector behindGreen = ShortVector.fromMemorySegment(SHORTS, memory, green + width, ORDER);
        ShortVector behindBlue = ShortVector.fromMemorySegment(SHORTS, memory, blue + width, ORDER);
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
        behindRed.intoMemorySegment(memory, red + width, ORDER);
        behindGreen.intoMemorySegment(memory, green + width, ORDER);
        behindBlue.intoMemorySegment(memory, blue + width, ORDER);
    }

    @Override
    public void doubleChroma(Plane source, Plane target, int fromRow, int toRow) {
        VectorChroma.twice(source, target, fromRow, toRow);
    }

    @Override
    public void halveChroma(Plane source, Plane target, int fromRow, int toRow) {
        VectorChroma.half(source, target, fromRow, toRow);
    }
}
