package dev.quarry.codec.png;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** A PNG for tests, chunk by chunk, whatever they hold: the signature is there, lengths and checksums are right. */
public final class PngChunks {

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** A file of the signature alone. */
    public PngChunks() {
        file.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
    }

    /** Appends a chunk. */
    public PngChunks add(String type, byte... data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        file.writeBytes(name);
        file.writeBytes(data);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
        return this;
    }

    /** The file so far. */
    public byte[] toByteArray() {
        return file.toByteArray();
    }
}
