package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Resampling by {@code fast}, each variant by {@code plain} until it is warm. */
record WarmingResample(ResampleKernel plain, ResampleKernel fast, Warmth warmth) implements ResampleKernel {

    @Override
    public void vertical(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        of(KernelVariant.VERTICAL).vertical(source, target, weights, fromRow, toRow, scratch);
    }

    @Override
    public void horizontal(
            Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch) {
        of(KernelVariant.horizontal(weights.taps())).horizontal(source, target, weights, fromRow, toRow, scratch);
    }

    private ResampleKernel of(KernelVariant variant) {
        return warmth.isWarm(variant) ? fast : plain;
    }
}
