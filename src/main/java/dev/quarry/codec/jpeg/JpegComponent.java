package dev.quarry.codec.jpeg;

/**
 * One component of a JPEG frame (T.81, B.2.2).
 *
 * @param id the number that scans call it by
 * @param horizontal horizontal sampling factor, 1 to 4
 * @param vertical vertical sampling factor, 1 to 4
 */
record JpegComponent(int id, int horizontal, int vertical) {

    /** Whether it has these sampling factors. */
    boolean samples(int wantedHorizontal, int wantedVertical) {
        return horizontal == wantedHorizontal && vertical == wantedVertical;
    }
}
