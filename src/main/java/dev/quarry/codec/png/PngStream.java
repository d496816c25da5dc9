package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import java.lang.foreign.MemorySegment;

/**
 * A PNG without the chunks that say nothing about pixels, read from front to end. So no text, profile or unknown chunk of a
 * file, however large it claims to be, ever reaches a library.
 */
final class PngStream {

    private final ByteReader source;
    private final PngStructure structure;
    private long at;
    private long end = PngParser.SIGNATURE_BYTES;

    PngStream(MemorySegment source, PngStructure structure) {
        this.source = ByteReader.bigEndian(source);
        this.structure = structure;
    }

    /** Fills {@code target}; false when the file ends first. */
    boolean read(MemorySegment target) {
        long filled = 0;
        while (filled < target.byteSize()) {
            if (at == end && !advance()) {
                return false;
            }
            long count = Math.min(target.byteSize() - filled, end - at);
            MemorySegment.copy(source.bytes(), at, target, filled, count);
            at += count;
            filled += count;
        }
        return true;
    }

    /** Goes on to the next wanted chunk, or what is there of it; false when there is none. */
    private boolean advance() {
        while (source.has(at, PngChunk.HEAD_BYTES)) {
            PngChunk chunk = PngChunk.at(source, at);
            if (isWanted(chunk)) {
                end = Math.min(chunk.end(), source.length());
                return true;
            }
            at = chunk.end();
            end = at;
        }
        return false;
    }

    private boolean isWanted(PngChunk chunk) {
        return switch (chunk.type()) {
            case "IHDR", "IDAT", "IEND" -> true;
            case "PLTE" -> structure.layout().color() == PngColor.PALETTE;
            case "tRNS" -> chunk.data().equals(structure.transparency());
            default -> false;
        };
    }
}
