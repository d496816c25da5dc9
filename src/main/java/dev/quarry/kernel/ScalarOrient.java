package dev.quarry.kernel;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** Flips and right-angle turns by plain loops. */
final class ScalarOrient implements OrientKernel {

    // A block of both planes stays in the first-level cache, so that columns can be read as cheaply as rows.
    private static final int BLOCK = 64;

    @Override
    public void orient(Plane source, Plane target, Orientation turn, int fromRow, int toRow, Scratch scratch) {
        Samples.checkRows(target, fromRow, toRow);
        checkSizes(source, target, turn);
        if (turn.swapsAxes()) {
            for (int y = fromRow; y < toRow; y += BLOCK) {
                for (int x = 0; x < target.width(); x += BLOCK) {
                    int right = Math.min(x + BLOCK, target.width());
                    transpose(source, target, turn, x, right, y, Math.min(y + BLOCK, toRow));
                }
            }
            return;
        }
        for (int y = fromRow; y < toRow; y++) {
            long from = source.row(turn.mirrorsRows() ? source.height() - 1 - y : y);
            if (turn.mirrorsColumns()) {
                reverse(source.memory(), from, target.memory(), target.row(y), target.width());
            } else {
                MemorySegment.copy(source.memory(), from, target.memory(), target.row(y), target.width());
            }
        }
    }

    static void checkSizes(Plane source, Plane target, Orientation turn) {
        int width = turn.swapsAxes() ? source.height() : source.width();
        int height = turn.swapsAxes() ? source.width() : source.height();
        if (target.width() != width || target.height() != height) {
            throw new IllegalArgumentException(target + " cannot hold " + source + " turned by " + turn);
        }
    }

    private static void reverse(MemorySegment from, long source, MemorySegment to, long target, int width) {
        for (int x = 0; x < width; x++) {
            Samples.store(to, target + x, Samples.load(from, source + width - 1 - x));
        }
    }

    private static void transpose(
            Plane source, Plane target, Orientation turn, int left, int right, int top, int bottom) {
        MemorySegment from = source.memory();
        MemorySegment to = target.memory();
        for (int x = left; x < right; x++) {
            long column = source.row(turn.mirrorsRows() ? source.height() - 1 - x : x);
            for (int y = top; y < bottom; y++) {
                int at = turn.mirrorsColumns() ? source.width() - 1 - y : y;
                Samples.store(to, target.row(y) + x, Samples.load(from, column + at));
            }
        }
    }
}
