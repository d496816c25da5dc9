package dev.quarry.web;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageHeader;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks for the image's header in the bytes that have come, and tells it as soon as it is whole. */
final class HeaderProbe {

    private static final long EVERY_CHUNK_BYTES = 64 << 10;

    private final CodecRegistry codecs;
    private final long limitBytes;
    private final Consumer<ImageHeader> found;
    private @Nullable ImageHeader header;
    private long nextBytes = 1;

    HeaderProbe(CodecRegistry codecs, long limitBytes, Consumer<ImageHeader> found) {
        this.codecs = codecs;
        this.limitBytes = limitBytes;
        this.found = found;
    }

    /** Whether the header is known. */
    boolean isDone() {
        return header != null;
    }

    /**
     * Looks again when {@code prefix} has grown enough; past the search limit the image is refused, unless its format may
     * tell late: then the next look is at the whole file.
     */
    void look(MemorySegment prefix) {
        long length = prefix.byteSize();
        if (header != null || length < nextBytes) {
            return;
        }
        boolean last = length >= limitBytes;
        tell(codecs.readHeader(last ? prefix.asSlice(0, limitBytes) : prefix, false));
        if (last && header == null && !codecs.mayTellLate(prefix)) {
            throw RequestException.headerNotFound(limitBytes);
        }
        nextBytes = last ? Long.MAX_VALUE : next(length);
    }

    private long next(long length) {
        return length < EVERY_CHUNK_BYTES ? length + 1 : Math.min(limitBytes, length * 2);
    }

    /** The header, after the last byte has come. */
    ImageHeader finish(MemorySegment file) {
        if (header == null) {
            tell(codecs.readHeader(file, true));
        }
        if (header == null) {
            throw new IllegalStateException("no header in a complete file of " + file.byteSize() + " bytes");
        }
        return header;
    }

    private void tell(@Nullable ImageHeader read) {
        if (read != null) {
            header = read;
            found.accept(read);
        }
    }
}
