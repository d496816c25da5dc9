package dev.quarry.kernel;

import dev.quarry.image.Plane;

/**
 * Resampling of one plane along one axis.
 *
 * <p>Each output sample is Σ weight · input over the taps that {@code weights} lists, in 32-bit float by fused
 * multiply-add, then rounded half up and clamped to 0…255. Source and target must not overlap. Bands of rows are
 * independent, so that a caller can look at its deadline between them.
 */
public interface ResampleKernel {

    /**
     * Resamples down the columns: {@code target} row y, for y in {@code fromRow ≤ y < toRow}, from the source rows that
     * {@code weights} lists for y. Both planes are equally wide.
     */
    void vertical(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch);

    /**
     * Resamples along the rows: {@code target} row y, for y in {@code fromRow ≤ y < toRow}, from source row y; target
     * column x from the source columns that {@code weights} lists for x. Both planes have those rows.
     */
    void horizontal(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow, Scratch scratch);
}
