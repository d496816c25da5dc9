package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.util.List;

/** Turns by {@code fast}, each way of reading by {@code plain} until it is warm. */
record WarmingRotate(RotateKernel plain, RotateKernel fast, Warmth warmth) implements RotateKernel {

    @Override
    public void rotate(
            List<Plane> sources,
            List<Plane> targets,
            AffineMap map,
            Interpolation interpolation,
            int[] outside,
            int fromRow,
            int toRow,
            Scratch scratch) {
        RotateKernel kernel = warmth.isWarm(KernelVariant.rotate(interpolation)) ? fast : plain;
        kernel.rotate(sources, targets, map, interpolation, outside, fromRow, toRow, scratch);
    }
}
