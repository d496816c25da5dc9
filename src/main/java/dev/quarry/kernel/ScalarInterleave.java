package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Conversion between planes and interleaved rows by plain loops. */
final class ScalarInterleave implements InterleaveKernel {

    @Override
    public void deinterleave(MemorySegment source, long offset, List<Plane> planes, int y) {
        int bands = planes.size();
        for (int band = 0; band < bands; band++) {
            Plane plane = planes.get(band);
            spread(source, offset + band, bands, plane.memory(), plane.row(y), plane.width());
        }
    }

    private static void spread(MemorySegment source, long first, int bands, MemorySegment target, long row, int width) {
        for (int x = 0; x < width; x++) {
            Samples.store(target, row + x, Samples.load(source, first + (long) x * bands));
        }
    }

    @Override
    public void deinterleave16(MemorySegment source, long offset, List<Plane> planes, int y) {
        int bands = planes.size();
        for (int band = 0; band < bands; band++) {
            Plane plane = planes.get(band);
            spread16(source, offset + 2L * band, bands, plane.memory(), plane.row(y), plane.width());
        }
    }

    private static void spread16(
            MemorySegment source, long first, int bands, MemorySegment target, long row, int width) {
        for (int x = 0; x < width; x++) {
            int wide = Short.toUnsignedInt(source.get(ValueLayout.JAVA_SHORT_UNALIGNED, first + 2L * x * bands));
            Samples.store(target, row + x, (wide * 255 + 32767) / 65535);
        }
    }

    @Override
    public void interleave(List<Plane> planes, int y, MemorySegment target, long offset) {
        int bands = planes.size();
        for (int band = 0; band < bands; band++) {
            Plane plane = planes.get(band);
            gather(plane.memory(), plane.row(y), plane.width(), target, offset + band, bands);
        }
    }

    private static void gather(MemorySegment source, long row, int width, MemorySegment target, long first, int bands) {
        for (int x = 0; x < width; x++) {
            Samples.store(target, first + (long) x * bands, Samples.load(source, row + x));
        }
    }
}
