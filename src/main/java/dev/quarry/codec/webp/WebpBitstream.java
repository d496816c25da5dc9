package dev.quarry.codec.webp;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;

/**
 * What the first bytes of a picture's data tell: a VP8 key frame's header (RFC 6386, section 9.1) or a VP8L header (RFC
 * 9649, section 3.4).
 */
record WebpBitstream(int width, int height, boolean lossless, boolean alpha) {

    /** So many bytes after the chunk's header are enough for either kind. */
    static final int HEADER_BYTES = 10;

    private static final int LOSSLESS_HEADER_BYTES = 5;
    private static final int LOSSLESS_SIGNATURE = 0x2F;
    private static final int SIDE_MASK = 0x3FFF;
    private static final int START_CODE_LOW = 0x019D;
    private static final int START_CODE_HIGH = 0x2A;

    /** How many bytes of a chunk's content are needed. */
    static int headerBytes(boolean lossless) {
        return lossless ? LOSSLESS_HEADER_BYTES : HEADER_BYTES;
    }

    /**
     * Reads the header at {@code offset}, of which {@link #headerBytes} bytes are there.
     *
     * @throws CorruptImageException when it is none
     */
    static WebpBitstream read(ByteReader reader, long offset, boolean lossless) {
        return lossless ? readLossless(reader, offset) : readLossy(reader, offset);
    }

    private static WebpBitstream readLossless(ByteReader reader, long offset) {
        long bits = reader.u32(offset + 1);
        boolean knownVersion = bits >>> 29 == 0;
        if (reader.u8(offset) != LOSSLESS_SIGNATURE || !knownVersion) {
            throw new CorruptImageException("The WebP is damaged: its lossless picture has no valid header.");
        }
        int width = (int) (bits & SIDE_MASK) + 1;
        int height = (int) (bits >>> 14 & SIDE_MASK) + 1;
        return new WebpBitstream(width, height, true, (bits >>> 28 & 1) == 1);
    }

    private static WebpBitstream readLossy(ByteReader reader, long offset) {
        boolean keyFrame = (reader.u8(offset) & 1) == 0;
        boolean started = reader.u16(offset + 3) == START_CODE_LOW && reader.u8(offset + 5) == START_CODE_HIGH;
        int width = reader.u16(offset + 6) & SIDE_MASK;
        int height = reader.u16(offset + 8) & SIDE_MASK;
        if (!keyFrame || !started || width == 0 || height == 0) {
            throw new CorruptImageException("The WebP is damaged: its lossy picture has no valid header.");
        }
        return new WebpBitstream(width, height, false, false);
    }
}
