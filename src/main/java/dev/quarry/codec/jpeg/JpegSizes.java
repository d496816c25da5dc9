package dev.quarry.codec.jpeg;

import dev.quarry.image.ImageSpec;

/**
 * Sizes of encoded JPEGs: bytes for each sample by quality, a little above what detailed photographs take; noise takes
 * more.
 */
final class JpegSizes {

    private static final int HEAD_BYTES = 16 << 10;
    private static final int[] QUALITIES = {0, 50, 75, 80, 85, 90, 95, 98, 100};
    private static final double[] BYTES_PER_SAMPLE = {0.08, 0.14, 0.22, 0.26, 0.33, 0.44, 0.65, 0.95, 1.3};

    private JpegSizes() {}

    /** A size that a picture of this shape seldom exceeds. */
    static long expectedBytes(ImageSpec input, int quality) {
        int upper = 1;
        while (QUALITIES[upper] < quality) {
            upper++;
        }
        double part = (double) (quality - QUALITIES[upper - 1]) / (QUALITIES[upper] - QUALITIES[upper - 1]);
        double bytes = BYTES_PER_SAMPLE[upper - 1] + part * (BYTES_PER_SAMPLE[upper] - BYTES_PER_SAMPLE[upper - 1]);
        return HEAD_BYTES + (long) Math.ceil(input.samples() * bytes);
    }
}
