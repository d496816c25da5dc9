package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * One chunk of a PNG: length, type, data, checksum.
 *
 * @param offset where its length field is
 * @param type four letters
 * @param length bytes of data
 */
record PngChunk(long offset, String type, long length) {

    /** Bytes of the length and the type. */
    static final int HEAD_BYTES = 8;

    private static final int CRC_BYTES = 4;
    private static final long MAX_LENGTH = Integer.MAX_VALUE;

    /**
     * The chunk at an offset where its head is there.
     *
     * @throws CorruptImageException when it cannot be one
     */
    static PngChunk at(ByteReader reader, long offset) {
        long length = reader.u32(offset);
        if (length > MAX_LENGTH) {
            throw new CorruptImageException("The PNG is damaged: a chunk claims %d bytes.".formatted(length));
        }
        byte[] letters = new byte[4];
        for (int i = 0; i < letters.length; i++) {
            int letter = reader.u8(offset + 4 + i);
            if (!(letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z')) {
                throw new CorruptImageException("The PNG is damaged: a chunk has no proper name.");
            }
            letters[i] = (byte) letter;
        }
        return new PngChunk(offset, new String(letters, StandardCharsets.US_ASCII), length);
    }

    /** Where the data are. */
    ByteRange data() {
        return new ByteRange(offset + HEAD_BYTES, length);
    }

    /** Where the next chunk begins. */
    long end() {
        return offset + HEAD_BYTES + length + CRC_BYTES;
    }

    /** Whether a decoder must understand it. */
    boolean isCritical() {
        return Character.isUpperCase(type.charAt(0));
    }

    /** Whether all of it is there. */
    boolean isComplete(ByteReader reader) {
        return reader.has(offset, end() - offset);
    }

    /** Whether the checksum of a complete chunk is right. */
    boolean isIntact(ByteReader reader) {
        CRC32 crc = new CRC32();
        crc.update(reader.slice(offset + 4, length + 4).asByteBuffer());
        return crc.getValue() == reader.u32(offset + HEAD_BYTES + length);
    }
}
