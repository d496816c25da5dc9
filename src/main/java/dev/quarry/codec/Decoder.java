package dev.quarry.codec;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one format with one library. Safe for use by several threads at once. */
public interface Decoder {

    /** The format that it reads. */
    ImageFormat format();

    /** The library that does the work. */
    CodecLibrary library();

    /**
     * Why it cannot read an image with this header, as a sentence for the client; null when it can.
     *
     * @throws dev.quarry.error.ServiceException when it could, with more memory than there is
     */
    @Nullable
    String refusal(ImageHeader header);

    /** By what the sides can be divided while decoding, ascending, starting with 1. */
    List<Integer> scaleDenominators(ImageHeader header);

    /**
     * The shape that {@link #decode} gives: picture size as stored, planes at the divided size with their exact windows.
     *
     * @param scaleDenominator one of {@link #scaleDenominators}
     */
    ImageSpec decodedSpec(ImageHeader header, int scaleDenominator);

    /**
     * The CPU time that {@link #decode} will probably take, in nanoseconds on the machine of the cost benchmark.
     *
     * @param sourceBytes size of the file
     */
    long cpuNanos(ImageHeader header, int scaleDenominator, long sourceBytes);

    /** An upper estimate of the memory that the library takes by itself while decoding, in bytes. */
    long workingBytes(ImageHeader header, int scaleDenominator);

    /** The size of the one block, beside the planes, that {@link #decode} takes from the scope; 0 for none. */
    long scratchBytes(ImageHeader header, int scaleDenominator);

    /**
     * Decodes the first frame as stored, without orientation.
     *
     * @param source the whole file
     * @param contiguous whether each plane must be one piece
     * @throws CorruptImageException when the data is damaged or cut off; a missing end marker or trailing bytes are neither
     */
    Image decode(
            MemorySegment source, ImageHeader header, int scaleDenominator, boolean contiguous, CodecContext context);
}
