package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteReader;

/**
 * The values of one tag where they lie.
 *
 * @param reader the file
 * @param offset where the first one is
 * @param count how many there are
 * @param bytes of each one, 2 or 4
 */
record TiffNumbers(ByteReader reader, long offset, long count, int bytes) {

    /** The value at an index. */
    long get(long index) {
        long at = offset + index * bytes;
        return bytes == 2 ? reader.u16(at) : reader.u32(at);
    }
}
