package dev.quarry.codec;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one format with one library. Safe for use by several threads at once. */
public interface Decoder {

    /** What {@link #decode} is told for the full size. */
    int FULL_SIZE = 8;

    /** The format that it reads. */
    ImageFormat format();

    /** The library that does the work. */
    CodecLibrary library();

    /**
     * Why it cannot read an image with this header, as a sentence for the client; null when it can, as it
     * can by default.
     *
     * @throws dev.quarry.error.ServiceException when it could, with more memory than there is
     */
    default @Nullable String refusal(ImageHeader header) {
        return null;
    }

    /** To how many eighths of its sides a picture can be decoded, descending, starting with {@link #FULL_SIZE}, the default. */
    default List<Integer> scales(ImageHeader header) {
        return List.of(FULL_SIZE);
    }

    /**
     * The shape that {@link #decode} gives: picture size as stored, planes at the reduced size with their exact windows. By
     * default that of the header.
     *
     * @param eighths of its sides, one of {@link #scales}
     */
    default ImageSpec decodedSpec(ImageHeader header, int eighths) {
        return header.spec();
    }

    /**
     * The CPU time that {@link #decode} will probably take, in nanoseconds on the machine of the cost benchmark.
     *
     * @param sourceBytes size of the file
     */
    long cpuNanos(ImageHeader header, int eighths, long sourceBytes);

    /** An upper estimate of the memory that the library takes by itself while decoding, in bytes. */
    long workingBytes(ImageHeader header, int eighths);

    /** The size of the one block, beside the planes, that {@link #decode} takes from the scope; 0 for none, the default. */
    default long scratchBytes(ImageHeader header, int eighths) {
        return 0;
    }

    /**
     * Decodes the first frame as stored, without orientation.
     *
     * @param source the whole file
     * @param contiguous whether each plane must be one piece
     * @throws CorruptImageException when the data is damaged or cut off; a missing end marker or trailing bytes are neither
     */
    Image decode(MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context);
}
