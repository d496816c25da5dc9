package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import org.jspecify.annotations.Nullable;

/** Reads the chunks of one PNG up to its first image data. Trusts no length; ancillary chunks are only stepped over. */
final class PngParser {

    /** Bytes of the signature that every PNG begins with. */
    static final int SIGNATURE_BYTES = 8;

    private static final int IHDR_BYTES = 13;
    private static final int ACTL_BYTES = 8;
    private static final int MOST_PALETTE_BYTES = 768;

    private final ByteReader reader;
    private @Nullable PngChunk palette;
    private @Nullable ByteRange transparency;
    private @Nullable ByteRange profile;
    private @Nullable ByteRange exif;
    private int frames = 1;

    private PngParser(ByteReader reader) {
        this.reader = reader;
    }

    /** The chunks up to the first image data; null when more bytes are needed to reach it. */
    static @Nullable PngStructure parse(ByteReader reader) {
        return new PngParser(reader).parse();
    }

    private @Nullable PngStructure parse() {
        if (!reader.has(SIGNATURE_BYTES, PngChunk.HEAD_BYTES + IHDR_BYTES + 4)) {
            return null;
        }
        PngChunk header = PngChunk.at(reader, SIGNATURE_BYTES);
        if (!header.type().equals("IHDR") || header.length() != IHDR_BYTES || !header.isIntact(reader)) {
            throw new CorruptImageException("The PNG is damaged: its header is broken.");
        }
        PngLayout layout = layout(header.data().offset());
        long at = header.end();
        while (reader.has(at, PngChunk.HEAD_BYTES)) {
            PngChunk chunk = PngChunk.at(reader, at);
            if (chunk.type().equals("IDAT")) {
                return structure(layout);
            }
            if (!take(chunk, layout)) {
                return null;
            }
            at = chunk.end();
        }
        return null;
    }

    private PngLayout layout(long at) {
        long width = reader.u32(at);
        long height = reader.u32(at + 4);
        if (width < 1 || width > Integer.MAX_VALUE || height < 1 || height > Integer.MAX_VALUE) {
            throw new CorruptImageException("The PNG is damaged: its size is %d×%d.".formatted(width, height));
        }
        int depth = reader.u8(at + 8);
        int interlace = reader.u8(at + 12);
        if (reader.u8(at + 10) != 0 || reader.u8(at + 11) != 0 || interlace > 1) {
            throw new CorruptImageException("The PNG is damaged: it uses methods that do not exist.");
        }
        PngColor color = PngColor.of(reader.u8(at + 9), depth)
                .orElseThrow(() -> new CorruptImageException(
                        "The PNG is damaged: colour type %d with %d bits.".formatted(reader.u8(at + 9), depth)));
        return new PngLayout((int) width, (int) height, depth, color, interlace == 1, false);
    }

    /** Takes one chunk in; false when bytes of it that matter are not there yet. */
    private boolean take(PngChunk chunk, PngLayout layout) {
        switch (chunk.type()) {
            case "PLTE" -> {
                if (chunk.length() == 0 || chunk.length() % 3 != 0 || chunk.length() > MOST_PALETTE_BYTES) {
                    throw new CorruptImageException("The PNG is damaged: its palette has a wrong length.");
                }
                if (!chunk.isComplete(reader)) {
                    return false;
                }
                if (palette != null || !chunk.isIntact(reader)) {
                    throw new CorruptImageException("The PNG is damaged: its palette is broken.");
                }
                palette = chunk;
            }
            case "tRNS" -> {
                if (transparency == null && isTransparency(chunk, layout.color())) {
                    if (!chunk.isComplete(reader)) {
                        return false;
                    }
                    transparency = chunk.isIntact(reader) ? chunk.data() : null;
                }
            }
            case "iCCP" -> profile = profile == null ? chunk.data() : profile;
            case "eXIf" -> {
                if (!chunk.isComplete(reader)) {
                    return false;
                }
                exif = exif == null ? chunk.data() : exif;
            }
            case "acTL" -> {
                if (!chunk.isComplete(reader)) {
                    return false;
                }
                if (chunk.length() == ACTL_BYTES) {
                    long count = reader.u32(chunk.data().offset());
                    frames = (int) Math.clamp(count, 1, Integer.MAX_VALUE);
                }
            }
            default -> {
                if (chunk.isCritical()) {
                    throw new CorruptImageException(
                            "The PNG is damaged: unexpected chunk %s before the picture.".formatted(chunk.type()));
                }
            }
        }
        return true;
    }

    private boolean isTransparency(PngChunk chunk, PngColor color) {
        return switch (color) {
            case GRAY -> chunk.length() == 2;
            case RGB -> chunk.length() == 6;
            case PALETTE -> palette != null && chunk.length() >= 1 && chunk.length() <= palette.length() / 3;
            case GRAY_ALPHA, RGBA -> false;
        };
    }

    private PngStructure structure(PngLayout layout) {
        if (layout.color() == PngColor.PALETTE && palette == null) {
            throw new CorruptImageException("The PNG is damaged: its palette is missing.");
        }
        PngLayout known = new PngLayout(
                layout.width(),
                layout.height(),
                layout.depth(),
                layout.color(),
                layout.interlaced(),
                transparency != null);
        return new PngStructure(known, palette == null ? null : palette.data(), transparency, profile, exif, frames);
    }
}
