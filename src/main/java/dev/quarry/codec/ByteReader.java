package dev.quarry.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Unsigned numbers at byte offsets of a segment, in one byte order.
 *
 * <p>Every offset comes from a file that nobody vouches for: ask {@link #has} first.
 */
public final class ByteReader {

    private final MemorySegment bytes;
    private final boolean bigEndian;

    private ByteReader(MemorySegment bytes, boolean bigEndian) {
        this.bytes = bytes;
        this.bigEndian = bigEndian;
    }

    /** A reader of {@code bytes} in this order. */
    public static ByteReader of(MemorySegment bytes, ByteOrder order) {
        return new ByteReader(bytes, order == ByteOrder.BIG_ENDIAN);
    }

    /** A reader of {@code bytes} in network order. */
    public static ByteReader bigEndian(MemorySegment bytes) {
        return new ByteReader(bytes, true);
    }

    /** A reader of {@code bytes} in Intel's order. */
    public static ByteReader littleEndian(MemorySegment bytes) {
        return new ByteReader(bytes, false);
    }

    /** The bytes that are there. */
    public MemorySegment bytes() {
        return bytes;
    }

    /** How many bytes are there. */
    public long length() {
        return bytes.byteSize();
    }

    /** Whether {@code count} bytes from {@code offset} on are there; false for any negative or overflowing pair. */
    public boolean has(long offset, long count) {
        return offset >= 0 && count >= 0 && offset <= length() && count <= length() - offset;
    }

    /** The byte at {@code offset}, 0 to 255. */
    public int u8(long offset) {
        return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, offset));
    }

    /** The 16-bit number at {@code offset}. */
    public int u16(long offset) {
        int first = u8(offset);
        int second = u8(offset + 1);
        return bigEndian ? first << 8 | second : second << 8 | first;
    }

    /** The 32-bit number at {@code offset}, 0 to 2³² − 1. */
    public long u32(long offset) {
        long first = u16(offset);
        long second = u16(offset + 2);
        return bigEndian ? first << 16 | second : second << 16 | first;
    }

    /** Whether the bytes at {@code offset} are there and are these characters, one byte each. */
    public boolean matches(long offset, String latin1) {
        byte[] wanted = latin1.getBytes(StandardCharsets.ISO_8859_1);
        return has(offset, wanted.length)
                && MemorySegment.mismatch(
                                bytes, offset, offset + wanted.length, MemorySegment.ofArray(wanted), 0, wanted.length)
                        < 0;
    }

    /** The {@code count} bytes at {@code offset}. */
    public MemorySegment slice(long offset, long count) {
        return bytes.asSlice(offset, count);
    }
}
