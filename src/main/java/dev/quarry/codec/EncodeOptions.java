package dev.quarry.codec;

import dev.quarry.image.ChromaSubsampling;

/**
 * How a picture is encoded; an encoder ignores what its format does not have.
 *
 * @param quality 1 to 100, lossy formats
 * @param progressive JPEG scans or PNG interlacing
 * @param chroma 4:2:0 or 4:4:4
 * @param compression 0 to 9, PNG
 * @param lossless the exact pixels at any quality, WebP
 * @param effort 0 (fast) to 6 (small), WebP
 */
public record EncodeOptions(
        int quality, boolean progressive, ChromaSubsampling chroma, int compression, boolean lossless, int effort) {

    /** The effort where nobody asked for another. */
    public static final int DEFAULT_EFFORT = 4;

    /** Lossy where the format allows, of the usual effort. */
    public EncodeOptions(int quality, boolean progressive, ChromaSubsampling chroma, int compression) {
        this(quality, progressive, chroma, compression, false, DEFAULT_EFFORT);
    }

    /** The same options at another quality. */
    public EncodeOptions withQuality(int newQuality) {
        return new EncodeOptions(newQuality, progressive, chroma, compression, lossless, effort);
    }
}
