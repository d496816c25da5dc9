package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Sampling at the points of an affine map by plain loops: points in integers, weights and sums in 32-bit float. */
final class ScalarRotate implements RotateKernel {

    private static final float FRACTION = 0x1p-24f;

    @Override
    public void rotate(
            List<Plane> sources,
            List<Plane> targets,
            AffineMap map,
            Interpolation interpolation,
            int[] outside,
            int fromRow,
            int toRow,
            Scratch scratch) {
        AffinePoints.check(sources, targets, map, fromRow, toRow);
        for (int band = 0; band < targets.size(); band++) {
            rotate(sources.get(band), targets.get(band), map, interpolation, outside[band], fromRow, toRow);
        }
    }

    private static void rotate(
            Plane source,
            Plane target,
            AffineMap map,
            Interpolation interpolation,
            int outside,
            int fromRow,
            int toRow) {
        long stepX = AffinePoints.stepX(map);
        long stepY = AffinePoints.stepY(map);
        int width = target.width();
        long shift = interpolation == Interpolation.NEAREST ? 0 : AffinePoints.HALF;
        for (int y = fromRow; y < toRow; y++) {
            long x0 = AffinePoints.startX(map, y);
            long y0 = AffinePoints.startY(map, y);
            int first = AffinePoints.first(x0, stepX, source.width(), y0, stepY, source.height(), width);
            int end = Math.max(first, AffinePoints.end(x0, stepX, source.width(), y0, stepY, source.height(), width));
            long row = target.row(y);
            fill(target.memory(), row, first, outside);
            fill(target.memory(), row + end, width - end, outside);
            inside(source, interpolation, x0 - shift, y0 - shift, stepX, stepY, target.memory(), row, first, end);
        }
    }

    /** Pixels outside the source. */
    static void fill(MemorySegment memory, long at, int count, int outside) {
        if (count > 0) {
            memory.asSlice(at, count).fill((byte) outside);
        }
    }

    /** The pixels {@code first ≤ x < end} of a row, all inside the source; its first point is given in samples. */
    static void inside(
            Plane source,
            Interpolation interpolation,
            long x0,
            long y0,
            long stepX,
            long stepY,
            MemorySegment to,
            long row,
            int first,
            int end) {
        switch (interpolation) {
            case NEAREST -> nearest(source, x0, y0, stepX, stepY, to, row, first, end);
            case BILINEAR -> bilinear(source, x0, y0, stepX, stepY, to, row, first, end);
            case BICUBIC -> bicubic(source, x0, y0, stepX, stepY, to, row, first, end);
        }
    }

    private static void nearest(
            Plane source, long x0, long y0, long stepX, long stepY, MemorySegment to, long target, int first, int end) {
        MemorySegment from = source.memory();
        long[] rows = source.rows();
        for (int x = first; x < end; x++) {
            long row = rows[whole(y0 + x * stepY)];
            Samples.store(to, target + x, Samples.load(from, row + whole(x0 + x * stepX)));
        }
    }

    private static int whole(long coordinate) {
        return (int) (coordinate >> AffinePoints.FRACTION_BITS);
    }

    /** The 24 highest of the fraction bits, which a float holds exactly. */
    private static float fraction(long coordinate) {
        return ((int) coordinate >>> 8) * FRACTION;
    }

    private static void bilinear(
            Plane source, long x0, long y0, long stepX, long stepY, MemorySegment to, long target, int first, int end) {
        MemorySegment from = source.memory();
        long[] rows = source.rows();
        int lastColumn = source.width() - 1;
        int lastRow = rows.length - 1;
        for (int x = first; x < end; x++) {
            long atX = x0 + x * stepX;
            long atY = y0 + x * stepY;
            int column = whole(atX);
            int row = whole(atY);
            int left = Math.max(column, 0);
            int right = Math.min(column + 1, lastColumn);
            float dx = fraction(atX);
            float above = between(from, rows[Math.max(row, 0)], left, right, dx);
            float below = between(from, rows[Math.min(row + 1, lastRow)], left, right, dx);
            Samples.store(to, target + x, (int) (Math.fma(fraction(atY), below - above, above) + 0.5f));
        }
    }

    private static float between(MemorySegment memory, long row, int left, int right, float d) {
        int first = Samples.load(memory, row + left);
        int second = Samples.load(memory, row + right);
        return Math.fma(d, second - first, first);
    }

    /** Keys' cubic with a = −1: with e = 1 − d, the weights are −d·e², e + d·e², d + e·d² and −e·d². */
    private static void bicubic(
            Plane source, long x0, long y0, long stepX, long stepY, MemorySegment to, long target, int first, int end) {
        MemorySegment from = source.memory();
        long[] rows = source.rows();
        int lastColumn = source.width() - 1;
        int lastRow = rows.length - 1;
        for (int x = first; x < end; x++) {
            long atX = x0 + x * stepX;
            long atY = y0 + x * stepY;
            int column = whole(atX);
            int row = whole(atY);
            int c0 = Math.max(column - 1, 0);
            int c1 = Math.max(column, 0);
            int c2 = Math.min(column + 1, lastColumn);
            int c3 = Math.min(column + 2, lastColumn);
            float d = fraction(atX);
            float e = 1 - d;
            float de = d * e;
            float w0 = -de * e;
            float w1 = e - w0;
            float w3 = -de * d;
            float w2 = d - w3;
            float h0 = cubic(from, rows[Math.max(row - 1, 0)], c0, c1, c2, c3, w0, w1, w2, w3);
            float h1 = cubic(from, rows[Math.max(row, 0)], c0, c1, c2, c3, w0, w1, w2, w3);
            float h2 = cubic(from, rows[Math.min(row + 1, lastRow)], c0, c1, c2, c3, w0, w1, w2, w3);
            float h3 = cubic(from, rows[Math.min(row + 2, lastRow)], c0, c1, c2, c3, w0, w1, w2, w3);
            float f = fraction(atY);
            float g = 1 - f;
            float fg = f * g;
            float v0 = -fg * g;
            float v3 = -fg * f;
            float sum = Math.fma(h1, g - v0, Math.fma(h0, v0, 0.5f)) + Math.fma(h3, v3, h2 * (f - v3));
            Samples.store(to, target + x, Samples.clamp((int) sum));
        }
    }

    private static float cubic(
            MemorySegment memory, long row, int c0, int c1, int c2, int c3, float w0, float w1, float w2, float w3) {
        float left = Math.fma(w1, Samples.load(memory, row + c1), w0 * Samples.load(memory, row + c0));
        float right = Math.fma(w3, Samples.load(memory, row + c3), w2 * Samples.load(memory, row + c2));
        return left + right;
    }
}
