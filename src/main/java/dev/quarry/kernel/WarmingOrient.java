package dev.quarry.kernel;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;

/** Flips and turns by {@code fast}, each variant by {@code plain} until it is warm. */
record WarmingOrient(OrientKernel plain, OrientKernel fast, Warmth warmth) implements OrientKernel {

    @Override
    public void orient(Plane source, Plane target, Orientation turn, int fromRow, int toRow, Scratch scratch) {
        KernelVariant variant = turn.swapsAxes() ? KernelVariant.TURN : KernelVariant.MIRROR;
        OrientKernel kernel = warmth.isWarm(variant) ? fast : plain;
        kernel.orient(source, target, turn, fromRow, toRow, scratch);
    }
}
