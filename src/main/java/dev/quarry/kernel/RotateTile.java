package dev.quarry.kernel;

import dev.quarry.image.Plane;
import dev.quarry.kernel.RotateKernel.AffineMap;
import dev.quarry.kernel.RotateKernel.Interpolation;

/**
 * What a turn by vectors keeps between its loops: where each row of a band reads, and the piece of the source that one tile
 * of the target reads, as ints. Written anew for each tile; part of one worker's {@link Scratch}.
 */
final class RotateTile {

    /** Columns of a tile, a multiple of 32. Half as many make turns a fifth slower: rows of a piece are fetched ahead better when long. */
    static final int COLUMNS = 256;

    /** Rows of a tile, at most. */
    static final int ROWS = 64;

    // 256 × 64 pixels turned by 45 degrees read 229 × 229; larger pieces, of maps that shrink, are left to plain loops.
    private static final int CAPACITY = 1 << 16;

    private static final int MOST_BANDS = 4;

    /** Offsets of a tile's pixels from its first, one table after the other: columns, their fractions, rows, their fractions. */
    final int[] offsets = new int[4 * COLUMNS];

    /** The point of each row's first pixel, in samples: half a pixel less than in pixels where samples are mixed. */
    final long[] startX = new long[ROWS];

    /** See {@link #startX}. */
    final long[] startY = new long[ROWS];

    /** The first pixel of each row that lies inside the source. */
    final int[] first = new int[ROWS];

    /** The pixel after the last of each row that lies inside the source; never less than {@link #first}. */
    final int[] end = new int[ROWS];

    /** The pieces of the source's bands, {@link #rows} rows of {@link #stride} ints; there are as many as were asked for. */
    final int[][] pieces = new int[MOST_BANDS][0];

    /** Where in a piece the pixels of a row are; this and the following are in the order of {@link #offsets}. */
    final int[] index = new int[COLUMNS];

    /** How far across from one sample to the next a point lies. */
    final float[] fractionX = new float[COLUMNS];

    /** How far down. */
    final float[] fractionY = new float[COLUMNS];

    /** Sums of the upper half of the samples. */
    final float[] sums = new float[COLUMNS];

    /** Results of one row. */
    final int[] results = new int[COLUMNS];

    /** From one pixel to the next. */
    long stepX;

    /** See {@link #stepX}. */
    long stepY;

    /** The first target row. */
    int top;

    /** How many rows. */
    int count;

    /** The tile's first target column. */
    int left;

    /** The column after its last. */
    int right;

    /** The first sample of the piece that a point falls on. */
    int column;

    /** The first row of the piece that a point falls on. */
    int row;

    /** How many columns points fall on. */
    int columns;

    /** How many rows points fall on. */
    int rows;

    /** Ints from one row of the piece to the next. */
    int stride;

    /**
     * The offsets for {@code map}. Eight lanes are eight pixels four columns apart, so that the results of four vectors are
     * packed by shifts.
     */
    void setOffsets(AffineMap map) {
        stepX = AffinePoints.stepX(map);
        stepY = AffinePoints.stepY(map);
        for (int i = 0; i < COLUMNS; i++) {
            int x = i / 32 * 32 + i % 8 * 4 + i % 32 / 8;
            offsets[i] = (int) (x * stepX >> AffinePoints.FRACTION_BITS);
            offsets[COLUMNS + i] = (int) (x * stepX);
            offsets[2 * COLUMNS + i] = (int) (x * stepY >> AffinePoints.FRACTION_BITS);
            offsets[3 * COLUMNS + i] = (int) (x * stepY);
        }
    }

    /** Where the {@code count} rows from {@code top} on of a target of so many columns read. */
    void setRows(Plane source, int width, AffineMap map, Interpolation interpolation, int top, int count) {
        this.top = top;
        this.count = count;
        long shift = interpolation == Interpolation.NEAREST ? 0 : AffinePoints.HALF;
        for (int i = 0; i < count; i++) {
            long x = AffinePoints.startX(map, top + i);
            long y = AffinePoints.startY(map, top + i);
            first[i] = AffinePoints.first(x, stepX, source.width(), y, stepY, source.height(), width);
            end[i] = Math.max(first[i], AffinePoints.end(x, stepX, source.width(), y, stepY, source.height(), width));
            startX[i] = x - shift;
            startY[i] = y - shift;
        }
    }

    /** Finds the samples that the rows read in the columns {@code left ≤ x < right}; false where none does. */
    boolean findPiece(int left, int right) {
        this.left = left;
        this.right = right;
        long minX = Long.MAX_VALUE;
        long minY = Long.MAX_VALUE;
        long maxX = Long.MIN_VALUE;
        long maxY = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            int from = Math.max(first[i], left);
            int to = Math.min(end[i], right) - 1;
            if (from <= to) {
                long x0 = startX[i] + from * stepX;
                long x1 = startX[i] + to * stepX;
                long y0 = startY[i] + from * stepY;
                long y1 = startY[i] + to * stepY;
                minX = Math.min(minX, Math.min(x0, x1));
                maxX = Math.max(maxX, Math.max(x0, x1));
                minY = Math.min(minY, Math.min(y0, y1));
                maxY = Math.max(maxY, Math.max(y0, y1));
            }
        }
        if (minX > maxX) {
            return false;
        }
        column = (int) (minX >> AffinePoints.FRACTION_BITS);
        row = (int) (minY >> AffinePoints.FRACTION_BITS);
        columns = (int) (maxX >> AffinePoints.FRACTION_BITS) - column + 1;
        rows = (int) (maxY >> AffinePoints.FRACTION_BITS) - row + 1;
        return true;
    }

    /** Makes room for {@code bands} pieces of rows of at least {@code ints} ints; false where they are too large. */
    boolean reserve(int bands, int ints, int allRows) {
        stride = (ints + 7) / 8 * 8;
        if ((long) stride * allRows > CAPACITY) {
            return false;
        }
        for (int band = 0; band < bands; band++) {
            if (pieces[band].length == 0) {
                pieces[band] = new int[CAPACITY];
            }
        }
        return true;
    }
}
