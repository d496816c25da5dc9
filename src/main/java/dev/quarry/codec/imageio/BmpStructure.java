package dev.quarry.codec.imageio;

/**
 * The header of a Windows bitmap.
 *
 * @param width pixels across
 * @param height pixels down, whichever way the rows run
 * @param bits bits of each pixel
 * @param depth bits of each sample or index
 * @param runLengths whether it is run-length coded
 * @param alpha whether it has a mask for alpha
 * @param dataOffset where its pixels begin
 */
record BmpStructure(int width, int height, int bits, int depth, boolean runLengths, boolean alpha, long dataOffset) {

    /** Bytes of the pixels where they are not run-length coded. */
    long dataBytes() {
        return Math.ceilDiv((long) width * bits, Integer.SIZE) * Integer.BYTES * height;
    }
}
