package dev.quarry.codec;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.GrowingBuffer;

/** Writes one format with one library. Safe for use by several threads at once. */
public interface Encoder {

    /** The format that it writes. */
    ImageFormat format();

    /** The library that does the work. */
    CodecLibrary library();

    /** The largest width or height that the format can hold, in pixels. */
    int maxSide();

    /** Whether each plane must be one piece with equal distances between rows; by default not. */
    default boolean needsContiguousPlanes() {
        return false;
    }

    /**
     * The aligned shape that {@link #encode} wants for a picture that has this shape: same size, perhaps another model
     * (JPEG: no alpha; YCbCr with the chroma of the options).
     */
    ImageSpec inputSpec(ImageSpec picture, EncodeOptions options);

    /** The CPU time that {@link #encode} will probably take, in nanoseconds on the machine of the cost benchmark. */
    long cpuNanos(ImageSpec input, EncodeOptions options);

    /** An upper estimate of the memory that the library takes by itself while encoding, in bytes. */
    long workingBytes(ImageSpec input, EncodeOptions options);

    /**
     * The size of the one block, beside the planes and {@code output}, that {@link #encode} takes from the scope; 0 for none,
     * the default.
     */
    default long scratchBytes(ImageSpec input, EncodeOptions options) {
        return 0;
    }

    /** A size in bytes that the encoded picture seldom exceeds; what admission reserves for the output. */
    long expectedBytes(ImageSpec input, EncodeOptions options);

    /** A size in bytes that the encoded picture can never exceed. */
    long maxBytes(ImageSpec input, EncodeOptions options);

    /**
     * Appends the encoded picture to {@code output}; {@code image} stays the caller's.
     *
     * @param image of a shape given by {@link #inputSpec}
     * @param iccProfile a profile to embed, empty for none
     */
    void encode(Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context);
}
