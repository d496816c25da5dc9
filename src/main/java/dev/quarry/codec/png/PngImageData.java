package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The inflated content of a PNG's IDAT chunks, read from front to end. */
final class PngImageData {

    private final ByteReader source;
    private final Inflater inflater;
    private long at = PngParser.SIGNATURE_BYTES;

    PngImageData(ByteReader source, Inflater inflater) {
        this.source = source;
        this.inflater = inflater;
    }

    /** Fills the first {@code count} bytes of {@code target}. */
    void read(byte[] target, int count) throws DataFormatException {
        int filled = 0;
        while (filled < count) {
            int inflated = inflater.inflate(target, filled, count - filled);
            filled += inflated;
            if (inflated == 0) {
                if (inflater.finished() || inflater.needsDictionary() || !feed()) {
                    throw PngMessages.cutOff();
                }
            }
        }
    }

    /** Gives the next chunk of image data to the inflater; false when there is none. */
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
                inflater.setInput(source.slice(data, there).asByteBuffer());
                return true;
            }
        }
        return false;
    }
}
