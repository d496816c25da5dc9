package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/**
 * Colour conversions by plain loops, in integers with 16 fraction bits and libjpeg's constants, such as 91881 = 1.402 ·
 * 2¹⁶ rounded. Adding 2¹⁵ before the shift rounds half up, of negative values too, because the shift floors.
 */
final class ScalarConvert implements ConvertKernel {

    private static final int HALF = 1 << 15;
    private static final int CENTRE = 128 << 16;

    @Override
    public void ycbcrToRgb(Plane y, Plane cb, Plane cr, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        checkThree(y, cb, cr, fromRow, toRow);
        checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(y, r);
        MemorySegment memory = y.memory();
        for (int row = fromRow; row < toRow; row++) {
            for (int x = 0; x < y.width(); x++) {
                int luma = Samples.load(memory, y.row(row) + x);
                int blue = Samples.load(memory, cb.row(row) + x) - 128;
                int red = Samples.load(memory, cr.row(row) + x) - 128;
                Samples.store(memory, r.row(row) + x, Samples.clamp(luma + ((91881 * red + HALF) >> 16)));
                Samples.store(
                        memory, g.row(row) + x, Samples.clamp(luma + ((HALF - 22554 * blue - 46802 * red) >> 16)));
                Samples.store(memory, b.row(row) + x, Samples.clamp(luma + ((116130 * blue + HALF) >> 16)));
            }
        }
    }

    @Override
    public void rgbToYcbcr(Plane r, Plane g, Plane b, Plane y, Plane cb, Plane cr, int fromRow, int toRow) {
        checkThree(r, g, b, fromRow, toRow);
        checkThree(y, cb, cr, fromRow, toRow);
        Samples.checkSameSize(r, y);
        MemorySegment memory = r.memory();
        for (int row = fromRow; row < toRow; row++) {
            for (int x = 0; x < r.width(); x++) {
                int red = Samples.load(memory, r.row(row) + x);
                int green = Samples.load(memory, g.row(row) + x);
                int blue = Samples.load(memory, b.row(row) + x);
                int toBlue = CENTRE + HALF - 11059 * red - 21709 * green + 32768 * blue;
                int toRed = CENTRE + HALF + 32768 * red - 27439 * green - 5329 * blue;
                Samples.store(memory, y.row(row) + x, luma(red, green, blue));
                Samples.store(memory, cb.row(row) + x, Samples.clamp(toBlue >> 16));
                Samples.store(memory, cr.row(row) + x, Samples.clamp(toRed >> 16));
            }
        }
    }

    @Override
    public void rgbToGray(Plane r, Plane g, Plane b, Plane gray, int fromRow, int toRow) {
        checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(r, gray);
        MemorySegment memory = r.memory();
        for (int row = fromRow; row < toRow; row++) {
            for (int x = 0; x < r.width(); x++) {
                int red = Samples.load(memory, r.row(row) + x);
                int green = Samples.load(memory, g.row(row) + x);
                int blue = Samples.load(memory, b.row(row) + x);
                Samples.store(memory, gray.row(row) + x, luma(red, green, blue));
            }
        }
    }

    private static int luma(int red, int green, int blue) {
        return (19595 * red + 38470 * green + 7471 * blue + HALF) >> 16;
    }

    @Override
    public void cmykToRgb(Plane c, Plane m, Plane y, Plane k, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        checkThree(c, m, y, fromRow, toRow);
        checkThree(r, g, b, fromRow, toRow);
        Samples.checkSameSize(c, k);
        Samples.checkSameSize(c, r);
        MemorySegment memory = c.memory();
        for (int row = fromRow; row < toRow; row++) {
            for (int x = 0; x < c.width(); x++) {
                int light = 255 - Samples.load(memory, k.row(row) + x);
                int red = (255 - Samples.load(memory, c.row(row) + x)) * light;
                int green = (255 - Samples.load(memory, m.row(row) + x)) * light;
                int blue = (255 - Samples.load(memory, y.row(row) + x)) * light;
                Samples.store(memory, r.row(row) + x, Samples.dividedBy255(red));
                Samples.store(memory, g.row(row) + x, Samples.dividedBy255(green));
                Samples.store(memory, b.row(row) + x, Samples.dividedBy255(blue));
            }
        }
    }

    @Override
    public void doubleChroma(Plane source, Plane target, int fromRow, int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        checkHalf(source, target);
        for (int y = fromRow; y < toRow; y++) {
            long near = source.row(y / 2);
            long far = source.row(neighbour(y, source.height()));
            for (int x = 0; x < target.width(); x++) {
                int sum = 3 * column(source.memory(), near, far, x / 2)
                        + column(source.memory(), near, far, neighbour(x, source.width()));
                Samples.store(target.memory(), target.row(y) + x, (sum + 8) >> 4);
            }
        }
    }

    /** Three times the nearer row and once the other, at one column. */
    static int column(MemorySegment memory, long near, long far, int x) {
        return 3 * Samples.load(memory, near + x) + Samples.load(memory, far + x);
    }

    /** Of the samples beside the one that holds position {@code i} of a plane twice as large, the nearer. */
    static int neighbour(int i, int size) {
        return Math.clamp(i / 2 + (i % 2 == 0 ? -1 : 1), 0, size - 1);
    }

    static void checkHalf(Plane half, Plane whole) {
        if (half.width() != Math.ceilDiv(whole.width(), 2) || half.height() != Math.ceilDiv(whole.height(), 2)) {
            throw new IllegalArgumentException(half + " is not half of " + whole);
        }
    }

    static void checkThree(Plane one, Plane two, Plane three, int fromRow, int toRow) {
        Samples.checkRows(one, fromRow, toRow);
        Samples.checkSameSize(one, two);
        Samples.checkSameSize(one, three);
    }
}
