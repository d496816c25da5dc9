package dev.quarry.codec.png;

import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Appends a PNG's signature and chunks to an output. */
final class PngChunkWriter {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int FRAME_BYTES = 12;
    private static final ValueLayout.OfInt BIG_ENDIAN_INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final GrowingBuffer output;

    PngChunkWriter(GrowingBuffer output) {
        this.output = output;
    }

    /** Appends the signature. */
    void signature() {
        output.append(MemorySegment.ofArray(SIGNATURE));
    }

    /** Appends a chunk with all of {@code data}. */
    void chunk(String type, byte[] data) {
        chunk(type, MemorySegment.ofArray(data));
    }

    /** Appends a chunk with the first {@code count} bytes of {@code data}. */
    void chunk(String type, byte[] data, int count) {
        chunk(type, MemorySegment.ofArray(data).asSlice(0, count));
    }

    /** Appends a chunk with these data. */
    void chunk(String type, MemorySegment data) {
        byte[] letters = type.getBytes(StandardCharsets.US_ASCII);
        long count = data.byteSize();
        CRC32 crc = new CRC32();
        crc.update(letters);
        crc.update(data.asByteBuffer());
        MemorySegment room = output.room(FRAME_BYTES + count);
        room.set(BIG_ENDIAN_INT, 0, Math.toIntExact(count));
        MemorySegment.copy(letters, 0, room, ValueLayout.JAVA_BYTE, 4, letters.length);
        MemorySegment.copy(data, 0, room, 8, count);
        room.set(BIG_ENDIAN_INT, 8 + count, (int) crc.getValue());
        output.advance(FRAME_BYTES + count);
    }
}
