package dev.quarry.codec.webp;

import dev.quarry.codec.CodecBench;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/** Files put together from chunks, and those beside the tests. */
final class WebpFiles {

    static final int FLAG_ANIMATION = 0x02;
    static final int FLAG_EXIF = 0x08;
    static final int FLAG_ICC_PROFILE = 0x20;

    private WebpFiles() {}

    static byte[] sample(String name) {
        return CodecBench.resource("webp/" + name);
    }

    /** A chunk with its padding. */
    static byte[] chunk(String name, byte[] content) {
        ByteBuffer chunk = ByteBuffer.allocate(8 + content.length + (content.length & 1));
        chunk.order(ByteOrder.LITTLE_ENDIAN);
        chunk.put(name.getBytes(StandardCharsets.ISO_8859_1)).putInt(content.length);
        return chunk.put(content).array();
    }

    static byte[] riff(byte[]... chunks) {
        return chunk("RIFF", joined(Stream.concat(Stream.of(ascii("WEBP")), Arrays.stream(chunks))));
    }

    static byte[] extended(int flags, int width, int height) {
        ByteBuffer content = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        content.putInt(flags);
        putTriple(content, width - 1);
        putTriple(content, height - 1);
        return chunk("VP8X", content.array());
    }

    /** A frame whose picture is the first chunk of a simple file. */
    static byte[] frame(int x, int y, int width, int height, byte[] simpleFile) {
        ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        putTriple(header, x / 2);
        putTriple(header, y / 2);
        putTriple(header, width - 1);
        putTriple(header, height - 1);
        return chunk("ANMF", joined(Stream.of(header.array(), picture(simpleFile))));
    }

    /** The picture's chunk of a simple file. */
    static byte[] picture(byte[] simpleFile) {
        return Arrays.copyOfRange(simpleFile, 12, simpleFile.length);
    }

    /** An EXIF block that tells an orientation. */
    static byte[] exif(int orientation) {
        ByteBuffer block = ByteBuffer.allocate(26).order(ByteOrder.BIG_ENDIAN);
        block.put(ascii("MM\0*")).putInt(8).putShort((short) 1);
        block.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
        return block.array();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** {@code file} with the 32-bit number at {@code offset} replaced. */
    static byte[] withNumber(byte[] file, int offset, int value) {
        byte[] changed = file.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        return changed;
    }

    private static void putTriple(ByteBuffer target, int value) {
        target.putShort((short) value).put((byte) (value >> 16));
    }

    static byte[] joined(Stream<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
