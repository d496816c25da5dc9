package dev.quarry.kernel;

import dev.quarry.image.Plane;
import dev.quarry.kernel.RotateKernel.AffineMap;
import java.util.List;

/** Source points along a target row in integers with 32 fraction bits, the arithmetic that the twins share. */
final class AffinePoints {

    /** Fraction bits of a coordinate. */
    static final int FRACTION_BITS = 32;

    /** Half a pixel: samples lie in the middle of pixels. */
    static final long HALF = 1L << FRACTION_BITS - 1;

    private static final double ONE = 0x1p32;
    private static final double FARTHEST = 0x1p30;

    private AffinePoints() {}

    /** Refuses planes that are not of equal size, and a map whose points do not fit. */
    static void check(List<Plane> sources, List<Plane> targets, AffineMap map, int fromRow, int toRow) {
        Plane target = targets.getFirst();
        Samples.checkRows(target, fromRow, toRow);
        for (int band = 0; band < targets.size(); band++) {
            Samples.checkSameSize(sources.getFirst(), sources.get(band));
            Samples.checkSameSize(target, targets.get(band));
        }
        double x = Math.abs(map.a()) * target.width() + Math.abs(map.b()) * target.height() + Math.abs(map.c());
        double y = Math.abs(map.d()) * target.width() + Math.abs(map.e()) * target.height() + Math.abs(map.f());
        if (!(x < FARTHEST && y < FARTHEST)) {
            throw new IllegalArgumentException(map + " leads too far away from " + target);
        }
    }

    /** The source column of the first pixel of target row {@code y}. */
    static long startX(AffineMap map, int y) {
        return Math.round((map.a() * 0.5 + map.b() * (y + 0.5) + map.c()) * ONE);
    }

    /** The source row of the first pixel of target row {@code y}. */
    static long startY(AffineMap map, int y) {
        return Math.round((map.d() * 0.5 + map.e() * (y + 0.5) + map.f()) * ONE);
    }

    /** From one pixel to the next, in source columns. */
    static long stepX(AffineMap map) {
        return Math.round(map.a() * ONE);
    }

    /** From one pixel to the next, in source rows. */
    static long stepY(AffineMap map) {
        return Math.round(map.d() * ONE);
    }

    /** The first of a row's {@code count} pixels that lies inside the source, or, where none does, no less than the end. */
    static int first(long x, long stepX, int width, long y, long stepY, int height, int count) {
        return Math.max(first(x, stepX, width, count), first(y, stepY, height, count));
    }

    private static int first(long start, long step, int size, int count) {
        long limit = (long) size << FRACTION_BITS;
        if (step == 0) {
            return start >= 0 && start < limit ? 0 : count;
        }
        long first = step > 0 ? Math.ceilDiv(-start, step) : Math.floorDiv(start - limit, -step) + 1;
        return Math.clamp(first, 0, count);
    }

    /** The pixel after the last of a row's {@code count} pixels that lies inside the source. */
    static int end(long x, long stepX, int width, long y, long stepY, int height, int count) {
        return Math.min(end(x, stepX, width, count), end(y, stepY, height, count));
    }

    private static int end(long start, long step, int size, int count) {
        if (step == 0) {
            return count;
        }
        long limit = (long) size << FRACTION_BITS;
        long end = step > 0 ? Math.ceilDiv(limit - start, step) : Math.floorDiv(start, -step) + 1;
        return Math.clamp(end, 0, count);
    }
}
