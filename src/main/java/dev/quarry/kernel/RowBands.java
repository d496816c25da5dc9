package dev.quarry.kernel;

/**
 * How rows are worked on: some at a time, with a look before each band whether the work is still wanted.
 *
 * @param height rows of a band; the last of a picture may have fewer
 */
public record RowBands(int height) {

    /**
     * The height that every step and codec uses. Measured with heights from 8 to whole pictures: docs/performance.md, "Height
     * of a band".
     */
    public static final RowBands STANDARD = new RowBands(32);

    /** Work on some rows. */
    @FunctionalInterface
    public interface RowWork {

        /** Works on the rows {@code fromRow ≤ y < toRow}. */
        void on(int fromRow, int toRow);
    }

    /** Checks the height. */
    public RowBands {
        if (height < 1) {
            throw new IllegalArgumentException("a band of " + height + " rows");
        }
    }

    /** Works on {@code rows} rows band by band and asks {@code checkpoint}, which throws to end the work, before each. */
    public void forEach(int rows, Runnable checkpoint, RowWork work) {
        for (int from = 0; from < rows; from += Math.min(height, rows - from)) {
            checkpoint.run();
            work.on(from, from + Math.min(height, rows - from));
        }
    }

    /** The most rows that a band of a picture of {@code rows} rows has. */
    public int rowsOf(int rows) {
        return Math.min(height, rows);
    }

    /** Whether a band begins with this row. */
    public boolean startsAt(int row) {
        return row % height == 0;
    }
}
