package dev.quarry.codec.png;

/**
 * The seven passes of an interlaced PNG (8.2): each holds every {@code stepX}-th pixel of every {@code stepY}-th row, from
 * the first one on.
 */
enum Adam7 {
    /** 1 of 64 pixels. */
    FIRST(0, 0, 8, 8),
    /** To half the distance across. */
    SECOND(4, 0, 8, 8),
    /** To half the distance down. */
    THIRD(0, 4, 4, 8),
    /** To a quarter across. */
    FOURTH(2, 0, 4, 4),
    /** To a quarter down. */
    FIFTH(0, 2, 2, 4),
    /** Every pixel of the even rows. */
    SIXTH(1, 0, 2, 2),
    /** The odd rows. */
    SEVENTH(0, 1, 1, 2);

    private final int firstX;
    private final int firstY;
    private final int stepX;
    private final int stepY;

    Adam7(int firstX, int firstY, int stepX, int stepY) {
        this.firstX = firstX;
        this.firstY = firstY;
        this.stepX = stepX;
        this.stepY = stepY;
    }

    int firstX() {
        return firstX;
    }

    int firstY() {
        return firstY;
    }

    int stepX() {
        return stepX;
    }

    int stepY() {
        return stepY;
    }

    /** Pixels in each of its rows. */
    int width(int pictureWidth) {
        return Math.ceilDiv(Math.max(0, pictureWidth - firstX), stepX);
    }

    /** Its rows; none where its rows would be empty. */
    int height(int pictureHeight, int pictureWidth) {
        return width(pictureWidth) == 0 ? 0 : Math.ceilDiv(Math.max(0, pictureHeight - firstY), stepY);
    }
}
