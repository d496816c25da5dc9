package dev.quarry.codec.png;

import dev.quarry.codec.CorruptImageException;

/**
 * The filters of a PNG row (clause 9): each byte is stored as its difference from a prediction out of the byte to the left
 * (a), the byte above (b) and the one between them (c).
 */
enum PngFilter {
    /** 0. */
    NONE,
    /** a. */
    SUB,
    /** b. */
    UP,
    /** ⌊(a + b) / 2⌋. */
    AVERAGE,
    /** Whichever of a, b, c is nearest to a + b − c. */
    PAETH;

    private static final PngFilter[] ALL = values();

    /** The filter with this number. */
    static PngFilter of(int number) {
        if (number >= ALL.length) {
            throw new CorruptImageException("The PNG is damaged: a row has filter %d.".formatted(number));
        }
        return ALL[number];
    }

    private int prediction(int left, int above, int corner) {
        return switch (this) {
            case NONE -> 0;
            case SUB -> left;
            case UP -> above;
            case AVERAGE -> (left + above) / 2;
            case PAETH -> {
                int toLeft = Math.abs(above - corner);
                int toAbove = Math.abs(left - corner);
                int toCorner = Math.abs(left + above - 2 * corner);
                yield toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
            }
        };
    }

    /**
     * Turns stored differences into bytes, in place.
     *
     * @param row the row, whose bytes begin at 1
     * @param above the row above, unfiltered, laid out alike
     * @param length bytes of the row
     * @param distance bytes from a sample to the same one of the pixel to the left
     */
    void undo(byte[] row, byte[] above, int length, int distance) {
        for (int i = 1; i <= length; i++) {
            row[i] += (byte) prediction(left(row, i, distance), above[i] & 255, left(above, i, distance));
        }
    }

    /** Writes the differences into {@code target}, its number first, and gives the sum of their distances from 0. */
    long apply(byte[] row, byte[] above, int length, int distance, byte[] target) {
        target[0] = (byte) ordinal();
        long sum = 0;
        for (int i = 1; i <= length; i++) {
            target[i] = (byte) (row[i] - prediction(left(row, i, distance), above[i] & 255, left(above, i, distance)));
            sum += Math.abs(target[i]);
        }
        return sum;
    }

    private static int left(byte[] row, int index, int distance) {
        return index > distance ? row[index - distance] & 255 : 0;
    }
}
