package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Interleaving by {@code fast}, each variant by {@code plain} until it is warm. */
record WarmingInterleave(InterleaveKernel plain, InterleaveKernel fast, Warmth warmth) implements InterleaveKernel {

    @Override
    public void deinterleave(MemorySegment source, long offset, List<Plane> planes, int y) {
        of(KernelVariant.DEINTERLEAVE).deinterleave(source, offset, planes, y);
    }

    @Override
    public void deinterleave16(MemorySegment source, long offset, List<Plane> planes, int y) {
        of(KernelVariant.DEINTERLEAVE_16).deinterleave16(source, offset, planes, y);
    }

    @Override
    public void interleave(List<Plane> planes, int y, MemorySegment target, long offset) {
        of(KernelVariant.INTERLEAVE).interleave(planes, y, target, offset);
    }

    private InterleaveKernel of(KernelVariant variant) {
        return warmth.isWarm(variant) ? fast : plain;
    }
}
