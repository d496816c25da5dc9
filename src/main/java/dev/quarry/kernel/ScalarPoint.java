package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** Pointwise changes by plain loops. */
final class ScalarPoint implements PointKernel {

    @Override
    public void invert(Plane plane, int fromRow, int toRow) {
        Samples.checkRows(plane, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            invert(plane.memory(), plane.row(y), plane.width());
        }
    }

    private static void invert(MemorySegment memory, long row, int width) {
        for (int x = 0; x < width; x++) {
            Samples.store(memory, row + x, 255 - Samples.load(memory, row + x));
        }
    }

    @Override
    public void fill(Plane plane, int value, int fromRow, int toRow) {
        Samples.checkRows(plane, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            plane.memory().asSlice(plane.row(y), plane.width()).fill((byte) value);
        }
    }

    @Override
    public void copy(Plane source, Plane target, int fromRow, int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        Samples.checkSameSize(source, target);
        for (int y = fromRow; y < toRow; y++) {
            MemorySegment.copy(source.memory(), source.row(y), target.memory(), target.row(y), target.width());
        }
    }

    @Override
    public void map(Plane source, Plane target, byte[] table, int fromRow, int toRow) {
        checkMap(source, target, table, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            map(source.memory(), source.row(y), target.memory(), target.row(y), target.width(), table);
        }
    }

    static void checkMap(Plane source, Plane target, byte[] table, int fromRow, int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        Samples.checkSameSize(source, target);
        if (table.length != 256) {
            throw new IllegalArgumentException("a table of " + table.length + " values");
        }
    }

    /** One row. */
    static void map(MemorySegment from, long source, MemorySegment to, long target, int width, byte[] table) {
        for (int x = 0; x < width; x++) {
            Samples.store(to, target + x, table[Samples.load(from, source + x)]);
        }
    }
}
