package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/**
 * The inverse DCT of JPEG blocks at 1/8 or 1/4 of their size: of the 8×8 coefficients only the lowest {@code side}×{@code
 * side} are used, which give {@code side}×{@code side} samples (a transform of that many points over a low-pass of the
 * block).
 *
 * <p>Eight neighbouring blocks are made together. Coefficients are dequantised; that of row r, column c of block b lies at
 * {@code from + (2·r + c)·8 + b}.
 */
public interface InverseDctKernel {

    /** Blocks that are made together. */
    int BLOCKS = 8;

    /** Coefficients on a side at most. */
    int MAX_SIDE = 2;

    /** Numbers that the eight blocks' coefficients take. */
    int COEFFICIENTS = MAX_SIDE * MAX_SIDE * BLOCKS;

    /**
     * Writes the samples of eight blocks: (sum + 4) >> 3, plus 128, clamped.
     *
     * @param coefficients of the eight blocks
     * @param from where they begin
     * @param side 1 or 2
     * @param target the storage's segment
     * @param offset of the first sample
     * @param strideBytes between rows
     * @param columns how many are wanted, at most 8·side; all 8·side may be written
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
