package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;

/** The inflated content of a PNG's IDAT chunks, read from front to end. */
final class PngImageData {

    private final ByteReader source;
    private final Inflation.Stream stream;
    private long at = PngParser.SIGNATURE_BYTES;

    PngImageData(ByteReader source, Inflation.Stream stream) {
        this.source = source;
        this.stream = stream;
    }

    /** Fills the first {@code count} bytes of {@code target}. */
    void read(byte[] target, int count) {
        int filled = 0;
        while (filled < count) {
            int inflated = stream.inflate(target, filled, count - filled);
            filled += inflated;
            if (inflated == 0 && !feed()) {
                throw PngMessages.cutOff();
            }
        }
    }

    /** Gives the next chunk of image data to the stream; false when there is none. */
    private boolean feed() {
        while (source.has(at, PngChunk.HEAD_BYTES)) {
            PngChunk chunk = PngChunk.at(source, at);
            at = chunk.end();
            if (chunk.type().equals("IEND")) {
                return false;
            }
            if (chunk.type().equals("IDAT") && chunk.length() > 0) {
                // What is there of a chunk that was cut off may be all that the picture needs.
                if (chunk.isComplete(source) && !chunk.isIntact(source)) {
                    throw new CorruptImageException("The PNG is damaged: a checksum of its picture data is wrong.");
                }
                long data = chunk.data().offset();
                long there = Math.min(chunk.length(), source.length() - data);
                if (there <= 0) {
                    return false;
                }
                stream.feed(source.slice(data, there));
                return true;
            }
        }
        return false;
    }
}
