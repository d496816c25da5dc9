package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Products of colour and alpha by {@code fast}, each variant by {@code plain} until it is warm. */
record WarmingAlpha(AlphaKernel plain, AlphaKernel fast, Warmth warmth) implements AlphaKernel {

    @Override
    public void premultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        of(KernelVariant.PREMULTIPLY).premultiply(color, alpha, fromRow, toRow);
    }

    @Override
    public void unpremultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        of(KernelVariant.UNPREMULTIPLY).unpremultiply(color, alpha, fromRow, toRow);
    }

    @Override
    public void flatten(Plane color, Plane alpha, int background, int fromRow, int toRow) {
        of(KernelVariant.FLATTEN).flatten(color, alpha, background, fromRow, toRow);
    }

    private AlphaKernel of(KernelVariant variant) {
        return warmth.isWarm(variant) ? fast : plain;
    }
}
