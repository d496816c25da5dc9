package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.quarry.codec.ByteReader;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The extended container (RFC 9649, section 2.7) around a picture that the encoder has written with or without it. */
final class WebpContainer {

    private static final int RIFF_BYTES = 12;
    private static final int CHUNK_HEADER_BYTES = 8;
    private static final int EXTENDED_BYTES = CHUNK_HEADER_BYTES + 10;
    private static final int FLAG_ALPHA = 0x10;
    private static final int FLAG_ICC_PROFILE = 0x20;

    private final MemorySegment bytes;
    private long at;

    private WebpContainer(MemorySegment bytes) {
        this.bytes = bytes;
    }

    /** So many bytes a profile adds at most. */
    static long profileBytes(int profileLength) {
        return EXTENDED_BYTES + CHUNK_HEADER_BYTES + profileLength + (profileLength & 1);
    }

    /**
     * Puts a profile into the file at the end of {@code output}.
     *
     * @param start where the file starts
     */
    static void embedProfile(GrowingBuffer output, long start, byte[] profile) {
        MemorySegment plain = output.bytes().asSlice(start);
        WebpFile file = Objects.requireNonNull(WebpParser.parse(plain, true));
        boolean extended = ByteReader.littleEndian(plain).matches(RIFF_BYTES, "VP8X");
        long oldLength = plain.byteSize();
        long pictureAt = RIFF_BYTES + (extended ? EXTENDED_BYTES : 0);
        long newPictureAt = RIFF_BYTES + profileBytes(profile.length);
        output.room(newPictureAt - pictureAt);
        output.advance(newPictureAt - pictureAt);
        MemorySegment whole = output.bytes().asSlice(start);
        MemorySegment.copy(whole, pictureAt, whole, newPictureAt, oldLength - pictureAt);
        int flags = FLAG_ICC_PROFILE | (file.first().alpha() ? FLAG_ALPHA : 0);
        new WebpContainer(whole)
                .riffHeader(whole.byteSize())
                .extendedHeader(flags, file.width(), file.height())
                .profile(profile);
    }

    /** The bytes that make a still file of a frame's chunks, to be put before them. */
    static MemorySegment aroundFrame(WebpFrame frame) {
        boolean extended = frame.alpha() && !frame.lossless();
        int length = RIFF_BYTES + (extended ? EXTENDED_BYTES : 0);
        MemorySegment start = MemorySegment.ofArray(new byte[length]);
        WebpContainer container =
                new WebpContainer(start).riffHeader(length + frame.chunks().length());
        if (extended) {
            container.extendedHeader(
                    FLAG_ALPHA, frame.place().width(), frame.place().height());
        }
        return start;
    }

    private WebpContainer riffHeader(long fileBytes) {
        return text("RIFF").u32(fileBytes - CHUNK_HEADER_BYTES).text("WEBP");
    }

    private WebpContainer extendedHeader(int flags, int width, int height) {
        return text("VP8X")
                .u32(EXTENDED_BYTES - CHUNK_HEADER_BYTES)
                .u32(flags)
                .u24(width - 1)
                .u24(height - 1);
    }

    private void profile(byte[] profile) {
        text("ICCP").u32(profile.length);
        MemorySegment.copy(profile, 0, bytes, JAVA_BYTE, at, profile.length);
        at += profile.length;
        if ((profile.length & 1) == 1) {
            number(0, 1);
        }
    }

    private WebpContainer text(String latin1) {
        byte[] letters = latin1.getBytes(StandardCharsets.ISO_8859_1);
        MemorySegment.copy(letters, 0, bytes, JAVA_BYTE, at, letters.length);
        at += letters.length;
        return this;
    }

    private WebpContainer u24(int value) {
        return number(value, 3);
    }

    private WebpContainer u32(long value) {
        return number(value, 4);
    }

    private WebpContainer number(long value, int count) {
        for (int i = 0; i < count; i++) {
            bytes.set(JAVA_BYTE, at++, (byte) (value >>> 8 * i));
        }
        return this;
    }
}
