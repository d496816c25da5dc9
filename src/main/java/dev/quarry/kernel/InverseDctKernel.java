package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/**
 * The inverse DCT of JPEG blocks at 1/8, 1/4 or 3/8 of their size: of the 8×8 coefficients only the lowest {@code side}×{@code
 * side} are used, which give {@code side}×{@code side} samples (a transform of that many points over a low-pass of the
 * block).
 *
 * <p>Eight neighbouring blocks are made together. Coefficients are dequantised; that of row r, column c of block b lies at
 * {@code from + (3·r + c)·8 + b}, whatever the side.
 */
public interface InverseDctKernel {

    /** Blocks that are made together. */
    int BLOCKS = 8;

    /** Coefficients on a side at most. */
    int MAX_SIDE = 3;

    /** Numbers that the eight blocks' coefficients take. */
    int COEFFICIENTS = MAX_SIDE * MAX_SIDE * BLOCKS;

    /**
     * Writes the samples of eight blocks: an eighth of the sum, rounded half up, plus 128, clamped. The waves of three points
     * are irrational: there the sum is that of single precision, columns first.
     *
     * @param coefficients of the eight blocks
     * @param from where they begin
     * @param side 1, 2 or 3
     * @param target the storage's segment
     * @param offset of the first sample
     * @param strideBytes between rows
     * @param columns how many are wanted, at most 8·side; at side 2 all 16 may be written, else as many as the next
     *     multiple of 8
     * @param rows how many are written, at most {@code side}
     */
    void inverse(
            int[] coefficients,
            int from,
            int side,
            MemorySegment target,
            long offset,
            int strideBytes,
            int columns,
            int rows);
}
