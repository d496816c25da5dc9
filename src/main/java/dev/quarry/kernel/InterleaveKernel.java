package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One row between planes and the interleaved samples that codecs use. */
public interface InterleaveKernel {

    /** Spreads {@code planes.size()} interleaved 8-bit bands at {@code source}+{@code offset} over row {@code y}. */
    void deinterleave(MemorySegment source, long offset, List<Plane> planes, int y);

    /** The same for 16-bit bands in native byte order; 8-bit sample = (v·255 + 32767) / 65535, that is ⌊v/257 + ½⌋. */
    void deinterleave16(MemorySegment source, long offset, List<Plane> planes, int y);

    /** Gathers row {@code y} of {@code planes} as interleaved 8-bit bands at {@code target}+{@code offset}. */
    void interleave(List<Plane> planes, int y, MemorySegment target, long offset);
}
