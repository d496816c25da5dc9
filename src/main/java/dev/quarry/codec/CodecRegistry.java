package dev.quarry.codec;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The decoders and encoders of this process, best first for each format. */
public final class CodecRegistry {

    private final List<Decoder> decoders;
    private final List<Encoder> encoders;

    /** For each format the first entry that can do the work is used. */
    public CodecRegistry(List<Decoder> decoders, List<Encoder> encoders) {
        this.decoders = List.copyOf(decoders);
        this.encoders = List.copyOf(encoders);
    }

    /** All decoders, best first. */
    public List<Decoder> decoders() {
        return decoders;
    }

    /** All encoders, best first. */
    public List<Encoder> encoders() {
        return encoders;
    }

    /**
     * Reads the header from the first bytes of a file.
     *
     * @param prefix the bytes that are there
     * @param complete whether they are the whole file
     * @return the header, or null when more bytes are needed ({@code complete} is false)
     * @throws UnsupportedFormatException when the bytes are no image that can be read here
     * @throws CorruptImageException when they are a damaged one
     */
    public @Nullable ImageHeader readHeader(MemorySegment prefix, boolean complete) {
        throw new UnsupportedFormatException("not written yet", List.of());
    }

    /**
     * The decoder for an image with this header.
     *
     * @throws UnsupportedFormatException when none can read it, with the first one's reason
     */
    public Decoder decoderFor(ImageHeader header) {
        throw new UnsupportedFormatException("not written yet", List.of());
    }

    /** The encoder for a format, empty when it cannot be written here. */
    public Optional<Encoder> encoderFor(ImageFormat format) {
        return encoders.stream().filter(e -> e.format() == format).findFirst();
    }
}
