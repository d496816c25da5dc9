package dev.quarry.operation;

import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleKernel;
import dev.quarry.kernel.ResampleWeights;
import dev.quarry.kernel.RowBands;
import dev.quarry.storage.RowLease;
import dev.quarry.storage.RowShape;
import java.util.List;

/**
 * Resampling of one plane along both axes, in the order that costs less, with an 8-bit picture in between.
 *
 * <p>The picture in between is never whole: it is a few rows that are used again and again, under row numbers as if it were
 * whole.
 *
 * @param across columns, on the view that {@link #view} cuts out
 * @param down rows, on the same view
 * @param view the samples of the source that take part
 */
record ResamplePasses(ResampleAxis across, ResampleAxis down, Rect view) {

    /** The passes for these axes of a plane. */
    static ResamplePasses of(ResampleAxis across, ResampleAxis down) {
        Rect view = new Rect(across.first(), down.first(), across.end() - across.first(), down.end() - down.first());
        return new ResamplePasses(across.trimmed(), down.trimmed(), view);
    }

    /** Whether no sample changes. */
    boolean isIdentity() {
        return across.isIdentity() && down.isIdentity();
    }

    /**
     * Whether the target may be the source's upper left corner: a plane of half the rows or fewer is written a band behind
     * the rows that are still to be read, and never from the rows that it is written to, because of the rows in between.
     */
    boolean canOverwriteSource() {
        return needsBoth()
                && view.x() == 0
                && view.y() == 0
                && down.windowStart() == 0
                && down.scale() >= 2
                && across.scale() >= 1
                && down.filter() == ResampleFilter.BOX;
    }

    private boolean needsBoth() {
        return !across.isIdentity() && !down.isIdentity();
    }

    private boolean isVerticalFirst() {
        return productsDown(true) + productsAcross(true) <= productsDown(false) + productsAcross(false);
    }

    /** Products of samples and weights in the pass along columns. */
    private double productsDown(boolean first) {
        double columns = first ? across.sourceSize() : across.targetSize();
        return columns * down.targetSize() * down.taps();
    }

    /** Products of samples and weights in the pass along rows, where the other is the {@code first}. */
    private double productsAcross(boolean first) {
        double rows = first ? down.targetSize() : down.sourceSize();
        return rows * across.targetSize() * across.taps();
    }

    /** The CPU time of {@link #run}. */
    long cpuNanos() {
        boolean first = isVerticalFirst();
        double samples = (double) across.targetSize() * down.targetSize();
        return TransformCost.resampling(
                down.isIdentity() ? 0 : productsDown(first), across.isIdentity() ? 0 : productsAcross(first), samples);
    }

    private int temporaryWidth() {
        return isVerticalFirst() ? across.sourceSize() : across.targetSize();
    }

    private int temporaryRows(RowBands bands) {
        int band = bands.rowsOf(down.targetSize());
        return isVerticalFirst() ? band : down.span(band);
    }

    /** Storage for the rows in between. */
    long scratchBytes(StorageCost cost) {
        return needsBoth() ? cost.temporary(temporaryWidth(), temporaryRows(RowBands.STANDARD)) : 0;
    }

    /** Writes all of {@code target} from {@code source}. */
    void run(Plane source, Plane target, OperationContext context) {
        Plane used = source.view(view);
        if (needsBoth()) {
            RowShape shape = new RowShape(temporaryWidth(), temporaryRows(context.bands()));
            try (RowLease lease = context.scope().allocateRows(List.of(shape), false)) {
                if (isVerticalFirst()) {
                    verticalFirst(used, target, lease, context);
                } else {
                    horizontalFirst(used, target, lease, context);
                }
            }
        } else {
            onePass(used, target, context);
        }
    }

    private void onePass(Plane source, Plane target, OperationContext context) {
        ResampleKernel kernel = context.kernels().resample();
        if (!down.isIdentity()) {
            ResampleWeights rows = down.weights(context.weights());
            context.inBands(
                    target.height(), (from, to) -> kernel.vertical(source, target, rows, from, to, context.scratch()));
        } else if (!across.isIdentity()) {
            ResampleWeights columns = across.weights(context.weights());
            context.inBands(
                    target.height(),
                    (from, to) -> kernel.horizontal(source, target, columns, from, to, context.scratch()));
        } else {
            context.inBands(
                    target.height(), (from, to) -> context.kernels().point().copy(source, target, from, to));
        }
    }

    private void verticalFirst(Plane source, Plane target, RowLease lease, OperationContext context) {
        ResampleKernel kernel = context.kernels().resample();
        ResampleWeights rows = down.weights(context.weights());
        ResampleWeights columns = across.weights(context.weights());
        Plane between = repeating(source, lease, target.height());
        context.inBands(target.height(), (from, to) -> {
            kernel.vertical(source, between, rows, from, to, context.scratch());
            kernel.horizontal(between, target, columns, from, to, context.scratch());
        });
    }

    private void horizontalFirst(Plane source, Plane target, RowLease lease, OperationContext context) {
        ResampleKernel kernel = context.kernels().resample();
        ResampleWeights rows = down.weights(context.weights());
        ResampleWeights columns = across.weights(context.weights());
        Plane between = repeating(source, lease, source.height());
        int[] done = {0};
        context.inBands(target.height(), (from, to) -> {
            int first = Math.max(done[0], rows.starts()[from]);
            int end = Math.min(source.height(), rows.starts()[to - 1] + rows.taps());
            if (end > first) {
                kernel.horizontal(source, between, columns, first, end, context.scratch());
                done[0] = end;
            }
            kernel.vertical(between, target, rows, from, to, context.scratch());
        });
    }

    /** The leased rows again and again, as a plane of {@code height} rows. */
    private Plane repeating(Plane source, RowLease lease, int height) {
        long[] leased = lease.rows(0);
        long[] rows = new long[height];
        for (int y = 0; y < height; y++) {
            rows[y] = leased[y % leased.length];
        }
        return new Plane(source.memory(), rows, temporaryWidth(), lease.strideBytes(0), lease.liveness());
    }
}
