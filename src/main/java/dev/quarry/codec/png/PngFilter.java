package dev.quarry.codec.png;

import dev.quarry.codec.CorruptImageException;

/**
 * The filters of a PNG row (clause 9): each byte is stored as its difference from a prediction out of the byte to the left
 * (a), the byte above (b) and the one between them (c). One plain loop for each, which compilers like.
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
    /** Whichever of a, b, c is nearest to a + b − c; of equals the first. */
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
            case PAETH -> paeth(left, above, corner);
        };
    }

    /**
     * Paeth's predictor without his three distances: a + b − c lies beyond the larger of a and b by more than it lies away
     * from the others just when the larger is at most 3c − a − b, and likewise below the smaller.
     */
    private static int paeth(int left, int above, int corner) {
        int threshold = 3 * corner - left - above;
        int low = Math.min(left, above);
        int high = Math.max(left, above);
        int upper = high <= threshold ? low : corner;
        return threshold <= low ? high : upper;
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
        boolean lanes = PngLanes.fit(distance);
        switch (this) {
            case NONE -> {}
            case SUB -> {
                for (int i = distance + 1; i <= length; i++) {
                    row[i] += row[i - distance];
                }
            }
            case UP -> {
                for (int i = 1; i <= length; i++) {
                    row[i] += above[i];
                }
            }
            case AVERAGE -> {
                if (lanes) {
                    PngLanes.undoAverage(row, above, length, distance);
                } else {
                    undoBytewise(row, above, length, distance);
                }
            }
            case PAETH -> {
                if (lanes) {
                    PngLanes.undoPaeth(row, above, length, distance);
                } else {
                    undoBytewise(row, above, length, distance);
                }
            }
        }
    }

    private void undoBytewise(byte[] row, byte[] above, int length, int distance) {
        for (int i = 1; i <= length; i++) {
            row[i] += (byte) prediction(left(row, i, distance), above[i] & 255, left(above, i, distance));
        }
    }

    /** Writes the differences into {@code target}, its number first, and gives the sum of their distances from 0. */
    long apply(byte[] row, byte[] above, int length, int distance, byte[] target) {
        target[0] = (byte) ordinal();
        int start = Math.min(distance, length);
        for (int i = 1; i <= start; i++) {
            target[i] = (byte) (row[i] - prediction(0, above[i] & 255, 0));
        }
        switch (this) {
            case NONE -> System.arraycopy(row, start + 1, target, start + 1, length - start);
            case SUB -> {
                for (int i = start + 1; i <= length; i++) {
                    target[i] = (byte) (row[i] - row[i - distance]);
                }
            }
            case UP -> {
                for (int i = start + 1; i <= length; i++) {
                    target[i] = (byte) (row[i] - above[i]);
                }
            }
            case AVERAGE -> {
                for (int i = start + 1; i <= length; i++) {
                    target[i] = (byte) (row[i] - ((row[i - distance] & 255) + (above[i] & 255) >> 1));
                }
            }
            case PAETH -> {
                for (int i = start + 1; i <= length; i++) {
                    int predicted = paeth(row[i - distance] & 255, above[i] & 255, above[i - distance] & 255);
                    target[i] = (byte) (row[i] - predicted);
                }
            }
        }
        return distances(target, length);
    }

    private static long distances(byte[] differences, int length) {
        long sum = 0;
        for (int i = 1; i <= length; i++) {
            sum += Math.abs(differences[i]);
        }
        return sum;
    }

    private static int left(byte[] row, int index, int distance) {
        return index > distance ? row[index - distance] & 255 : 0;
    }
}
