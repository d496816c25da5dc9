package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** Sampling at the points of an affine map by plain loops: points in 64-bit, samples in 32-bit float. */
final class ScalarRotate implements RotateKernel {

    @Override
    public void rotate(
            Plane source,
            Plane target,
            AffineMap map,
            Interpolation interpolation,
            int outside,
            int fromRow,
            int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            double rowX = map.b() * (y + 0.5) + map.c();
            double rowY = map.e() * (y + 0.5) + map.f();
            long row = target.row(y);
            for (int x = 0; x < target.width(); x++) {
                double atX = map.a() * (x + 0.5) + rowX;
                double atY = map.d() * (x + 0.5) + rowY;
                boolean inside = atX >= 0 && atX < source.width() && atY >= 0 && atY < source.height();
                int value = inside ? read(source, interpolation, atX, atY) : outside;
                Samples.store(target.memory(), row + x, value);
            }
        }
    }

    private static int read(Plane source, Interpolation interpolation, double x, double y) {
        return switch (interpolation) {
            case NEAREST -> Samples.load(source.memory(), source.row((int) y) + (int) x);
            case BILINEAR -> bilinear(source, x - 0.5, y - 0.5);
            case BICUBIC -> bicubic(source, x - 0.5, y - 0.5);
        };
    }

    private static int bilinear(Plane source, double x, double y) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(y);
        int left = Math.max(column, 0);
        int right = Math.min(column + 1, source.width() - 1);
        float dx = (float) (x - column);
        float dy = (float) (y - row);
        float above = between(source, row, left, right, dx);
        float below = between(source, row + 1, left, right, dx);
        return (int) (Math.fma(dy, below - above, above) + 0.5f);
    }

    private static float between(Plane source, int row, int left, int right, float d) {
        long at = source.row(Math.clamp(row, 0, source.height() - 1));
        int first = Samples.load(source.memory(), at + left);
        int second = Samples.load(source.memory(), at + right);
        return Math.fma(d, second - first, first);
    }

    private static int bicubic(Plane source, double x, double y) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(y);
        float dx = (float) (x - column);
        float dy = (float) (y - row);
        float v0 = cubicRow(source, row - 1, column, dx);
        float v1 = cubicRow(source, row, column, dx);
        float v2 = cubicRow(source, row + 1, column, dx);
        float v3 = cubicRow(source, row + 2, column, dx);
        return Samples.clamp((int) (cubic(v0, v1, v2, v3, dy) + 0.5f));
    }

    private static float cubicRow(Plane source, int row, int column, float d) {
        int last = source.width() - 1;
        MemorySegment memory = source.memory();
        long at = source.row(Math.clamp(row, 0, source.height() - 1));
        int v0 = Samples.load(memory, at + Math.clamp(column - 1, 0, last));
        int v1 = Samples.load(memory, at + Math.clamp(column, 0, last));
        int v2 = Samples.load(memory, at + Math.clamp(column + 1, 0, last));
        int v3 = Samples.load(memory, at + Math.clamp(column + 2, 0, last));
        return cubic(v0, v1, v2, v3, d);
    }

    /** Keys' cubic with a = −1 through four samples, {@code d} of the way from the second to the third. */
    private static float cubic(float v0, float v1, float v2, float v3, float d) {
        float linear = v2 - v0;
        float square = 2 * (v0 - v1) + v2 - v3;
        float cube = v1 - v0 + v3 - v2;
        return Math.fma(d, Math.fma(d, Math.fma(d, cube, square), linear), v1);
    }
}
