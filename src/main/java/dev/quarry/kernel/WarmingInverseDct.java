package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/** Inverse DCT by {@code fast}, by {@code plain} until it is warm. */
record WarmingInverseDct(InverseDctKernel plain, InverseDctKernel fast, Warmth warmth) implements InverseDctKernel {

    @Override
    public void inverse(
            int[] coefficients,
            int from,
            int side,
            MemorySegment target,
            long offset,
            int strideBytes,
            int columns,
            int rows) {
        InverseDctKernel kernel = warmth.isWarm(KernelVariant.INVERSE_DCT) ? fast : plain;
        kernel.inverse(coefficients, from, side, target, offset, strideBytes, columns, rows);
    }
}
