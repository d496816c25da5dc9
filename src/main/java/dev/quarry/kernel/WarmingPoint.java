package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Pointwise changes; tables by {@code fast} and by {@code plain} until that is warm, all else, which has no vector code of ours, by {@code plain}. */
record WarmingPoint(PointKernel plain, PointKernel fast, Warmth warmth) implements PointKernel {

    @Override
    public void invert(Plane plane, int fromRow, int toRow) {
        plain.invert(plane, fromRow, toRow);
    }

    @Override
    public void fill(Plane plane, int value, int fromRow, int toRow) {
        plain.fill(plane, value, fromRow, toRow);
    }

    @Override
    public void copy(Plane source, Plane target, int fromRow, int toRow) {
        plain.copy(source, target, fromRow, toRow);
    }

    @Override
    public void map(Plane source, Plane target, byte[] table, int fromRow, int toRow) {
        (warmth.isWarm(KernelVariant.MAP) ? fast : plain).map(source, target, table, fromRow, toRow);
    }
}
