package dev.quarry.codec.gif;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import org.jspecify.annotations.Nullable;

/** Reads the blocks of one GIF. Trusts no length; goes over each byte once. */
final class GifParser {

    private static final int SCREEN_BYTES = 13;
    private static final int DESCRIPTOR_BYTES = 10;
    private static final int EXTENSION = 0x21;
    private static final int DESCRIPTOR = 0x2C;
    private static final int TRAILER = 0x3B;
    private static final int GRAPHIC_CONTROL = 0xF9;
    private static final int GRAPHIC_CONTROL_BYTES = 4;

    private final ByteReader reader;
    private final ByteRange globalPalette;
    private int transparent = -1;
    private long at;

    private GifParser(ByteReader reader) {
        this.reader = reader;
        this.globalPalette = palette(reader.u8(SCREEN_BYTES - 3), SCREEN_BYTES);
        this.at = SCREEN_BYTES + globalPalette.length();
    }

    private static ByteRange palette(int flags, long offset) {
        return new ByteRange(offset, (flags & 0x80) == 0 ? 0 : 3L << (flags & 7) + 1);
    }

    /** The first frame; null when more bytes are needed to find it. */
    static @Nullable GifFrame firstFrame(ByteReader reader) {
        return reader.has(0, SCREEN_BYTES) ? new GifParser(reader).firstFrame() : null;
    }

    /** How many frames begin in the bytes that are there. */
    static int countFrames(ByteReader reader) {
        GifParser parser = new GifParser(reader);
        int frames = 0;
        while (parser.toDescriptor()) {
            frames++;
            parser.skipFrame();
        }
        return frames;
    }

    private @Nullable GifFrame firstFrame() {
        if (!toDescriptor() || !reader.has(at, DESCRIPTOR_BYTES)) {
            return null;
        }
        int left = reader.u16(at + 1);
        int top = reader.u16(at + 3);
        int width = reader.u16(at + 5);
        int height = reader.u16(at + 7);
        if (width == 0 || height == 0) {
            throw new CorruptImageException("The GIF is damaged: its first frame is %d×%d.".formatted(width, height));
        }
        int flags = reader.u8(at + 9);
        ByteRange local = palette(flags, at + DESCRIPTOR_BYTES);
        ByteRange colors = local.length() > 0 ? local : globalPalette;
        if (colors.length() == 0) {
            throw new CorruptImageException("The GIF is damaged: it has no colours.");
        }
        return new GifFrame(
                Math.max(reader.u16(6), left + width),
                Math.max(reader.u16(8), top + height),
                left,
                top,
                width,
                height,
                (flags & 0x40) != 0,
                colors,
                transparent,
                at + DESCRIPTOR_BYTES + local.length());
    }

    /** Goes on to the next frame's descriptor; false when the file or what is there of it ends first. */
    private boolean toDescriptor() {
        while (reader.has(at, 1)) {
            switch (reader.u8(at)) {
                case DESCRIPTOR -> {
                    return true;
                }
                case EXTENSION -> extension();
                case TRAILER -> {
                    return false;
                }
                case 0 -> at++;
                default -> throw new CorruptImageException("The GIF is damaged: a block of unknown kind.");
            }
        }
        return false;
    }

    private void extension() {
        if (reader.has(at, 4 + GRAPHIC_CONTROL_BYTES)
                && reader.u8(at + 1) == GRAPHIC_CONTROL
                && reader.u8(at + 2) == GRAPHIC_CONTROL_BYTES) {
            transparent = (reader.u8(at + 3) & 1) == 0 ? -1 : reader.u8(at + 6);
        }
        at += 2;
        skipSubBlocks();
    }

    private void skipFrame() {
        if (!reader.has(at, DESCRIPTOR_BYTES)) {
            at = reader.length();
            return;
        }
        at += DESCRIPTOR_BYTES + palette(reader.u8(at + 9), 0).length() + 1;
        skipSubBlocks();
    }

    private void skipSubBlocks() {
        while (reader.has(at, 1) && reader.u8(at) != 0) {
            at += 1 + reader.u8(at);
        }
        at++;
    }
}
