package dev.quarry.codec.webp;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.image.Rect;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the chunks of a file (RFC 9649, section 2). Every length in it is the sender's word: none is believed beyond
 * the bytes that are there.
 */
final class WebpParser {

    private static final int CHUNK_HEADER_BYTES = 8;
    private static final int RIFF_HEADER_BYTES = 12;
    private static final int EXTENDED_BYTES = 10;
    private static final int FRAME_HEADER_BYTES = 16;
    private static final int FLAG_ANIMATION = 0x02;
    private static final int FLAG_EXIF = 0x08;
    private static final int FLAG_ICC_PROFILE = 0x20;
    private static final String EXIF_PREAMBLE = "Exif\0\0";

    private final ByteReader reader;
    private final boolean complete;
    private final long end;

    private int width;
    private int height;
    private int flags;
    private int frames;
    private boolean cutOff;
    private @Nullable WebpFrame first;
    private @Nullable ByteRange iccProfile;
    private @Nullable ByteRange exif;

    private WebpParser(ByteReader reader, boolean complete) {
        this.reader = reader;
        this.complete = complete;
        this.end = CHUNK_HEADER_BYTES + reader.u32(4);
    }

    /**
     * Parses a file or its first bytes.
     *
     * @param complete whether {@code bytes} are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the container is damaged, or ends before the picture's header
     */
    static @Nullable WebpFile parse(MemorySegment bytes, boolean complete) {
        ByteReader reader = ByteReader.littleEndian(bytes);
        if (!reader.has(0, RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES)) {
            return moreOrCutOff(complete);
        }
        if (!reader.matches(0, "RIFF") || !reader.matches(8, "WEBP")) {
            throw damaged("it does not start as one");
        }
        return new WebpParser(reader, complete).parse();
    }

    private @Nullable WebpFile parse() {
        return reader.matches(RIFF_HEADER_BYTES, "VP8X") ? parseExtended() : parseSimple();
    }

    private @Nullable WebpFile parseSimple() {
        if (!isPicture(RIFF_HEADER_BYTES)) {
            throw damaged("it does not start with a picture");
        }
        WebpFrame frame = frame(RIFF_HEADER_BYTES, end, null);
        return frame == null
                ? null
                : new WebpFile(frame.place().width(), frame.place().height(), 1, frame, cutOff, null, null);
    }

    private @Nullable WebpFile parseExtended() {
        long payload = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
        if (!reader.has(payload, EXTENDED_BYTES)) {
            return moreOrCutOff(complete);
        }
        long size = reader.u32(payload - 4);
        if (size < EXTENDED_BYTES) {
            throw damaged("its extended header is too short");
        }
        flags = reader.u8(payload);
        width = u24(payload + 4) + 1;
        height = u24(payload + 7) + 1;
        long at = after(payload, size);
        while (!isKnown()) {
            boolean ended = at > end - CHUNK_HEADER_BYTES;
            boolean there = reader.has(at, CHUNK_HEADER_BYTES);
            if (ended || !there || !take(at)) {
                return ended || complete ? result(ended) : null;
            }
            at = after(at + CHUNK_HEADER_BYTES, reader.u32(at + 4));
        }
        return result(true);
    }

    /** Whether nothing that comes later would change the result. */
    private boolean isKnown() {
        return first != null && (flags & FLAG_ANIMATION) == 0 && ((flags & FLAG_EXIF) == 0 || exif != null);
    }

    /** {@code ended}: whether nothing is missing that the container announces. */
    private WebpFile result(boolean ended) {
        if (first == null) {
            throw ended ? damaged("there is no picture in it") : cutOffInHeader();
        }
        boolean framesMissing = !ended && frames > 0;
        return new WebpFile(width, height, Math.max(1, frames), first, cutOff || framesMissing, iccProfile, exif);
    }

    /** Takes what a chunk tells; false when its beginning, as far as it is needed, is not there. */
    private boolean take(long chunk) {
        long payload = chunk + CHUNK_HEADER_BYTES;
        ByteRange content = new ByteRange(payload, reader.u32(chunk + 4));
        if (reader.matches(chunk, "ICCP")) {
            if ((flags & FLAG_ICC_PROFILE) != 0 && iccProfile == null) {
                iccProfile = content;
            }
            return true;
        }
        if (reader.matches(chunk, "EXIF")) {
            return takeExif(content);
        }
        if ((flags & FLAG_ANIMATION) != 0) {
            return !reader.matches(chunk, "ANMF") || takeAnimationFrame(content);
        }
        return first != null || !isPicture(chunk) || takeStill(chunk);
    }

    private boolean takeExif(ByteRange content) {
        if ((flags & FLAG_EXIF) == 0 || exif != null) {
            return true;
        }
        if (!reader.has(content.offset(), content.length())) {
            return false;
        }
        // Some writers keep JPEG's preamble, which has no place here.
        int preamble = content.length() >= EXIF_PREAMBLE.length() && reader.matches(content.offset(), EXIF_PREAMBLE)
                ? EXIF_PREAMBLE.length()
                : 0;
        exif = new ByteRange(content.offset() + preamble, content.length() - preamble);
        return true;
    }

    private boolean takeStill(long chunk) {
        first = frame(chunk, end, new Rect(0, 0, width, height));
        return first != null;
    }

    private boolean takeAnimationFrame(ByteRange content) {
        frames++;
        cutOff |= !reader.has(content.offset(), content.length());
        if (first != null) {
            return true;
        }
        long at = content.offset();
        if (content.length() < FRAME_HEADER_BYTES) {
            throw damaged("a frame is too short");
        }
        if (!reader.has(at, FRAME_HEADER_BYTES)) {
            return false;
        }
        Rect place = new Rect(2 * u24(at), 2 * u24(at + 3), u24(at + 6) + 1, u24(at + 9) + 1);
        if (!place.isInside(width, height)) {
            throw damaged("its first frame lies outside of the canvas");
        }
        first = frame(at + FRAME_HEADER_BYTES, at + content.length(), place);
        return first != null;
    }

    private boolean isPicture(long chunk) {
        return reader.matches(chunk, "VP8 ") || reader.matches(chunk, "VP8L") || reader.matches(chunk, "ALPH");
    }

    /**
     * The picture whose chunks begin at {@code start}: {@code ALPH} or none, perhaps chunks that nobody knows, then the data.
     *
     * @param limit the chunks' end as the container tells it
     * @param place where it must lie; null where the data's own header counts
     * @return null when the data's header is not there yet
     */
    private @Nullable WebpFrame frame(long start, long limit, @Nullable Rect place) {
        boolean alpha = false;
        long at = start;
        while (true) {
            if (at > limit - CHUNK_HEADER_BYTES) {
                throw damaged("there is no picture in it");
            }
            if (!reader.has(at, CHUNK_HEADER_BYTES)) {
                return moreOrCutOff(complete);
            }
            if (reader.matches(at, "VP8 ") || reader.matches(at, "VP8L")) {
                return picture(start, at, place, alpha);
            }
            alpha |= reader.matches(at, "ALPH");
            at = after(at + CHUNK_HEADER_BYTES, reader.u32(at + 4));
        }
    }

    private @Nullable WebpFrame picture(long start, long chunk, @Nullable Rect place, boolean alphaChunk) {
        boolean lossless = reader.matches(chunk, "VP8L");
        long payload = chunk + CHUNK_HEADER_BYTES;
        int needed = WebpBitstream.headerBytes(lossless);
        long size = reader.u32(chunk + 4);
        if (size < needed) {
            throw damaged("its picture is too short");
        }
        if (!reader.has(payload, needed)) {
            return moreOrCutOff(complete);
        }
        WebpBitstream data = WebpBitstream.read(reader, payload, lossless);
        Rect own = new Rect(0, 0, data.width(), data.height());
        Rect there = place == null ? own : place;
        if (there.width() != own.width() || there.height() != own.height()) {
            throw damaged("container and picture tell different sizes");
        }
        cutOff |= !reader.has(payload, size);
        long present = Math.min(reader.length(), payload + size);
        boolean alpha = lossless ? data.alpha() : alphaChunk;
        return new WebpFrame(there, new ByteRange(start, present - start), lossless, alpha);
    }

    /** Where the chunk after one with this content starts: contents are padded to whole pairs of bytes. */
    private static long after(long payload, long size) {
        return payload + size + (size & 1);
    }

    private int u24(long offset) {
        return reader.u16(offset) | reader.u8(offset + 2) << 16;
    }

    private static <T> @Nullable T moreOrCutOff(boolean complete) {
        if (complete) {
            throw cutOffInHeader();
        }
        return null;
    }

    private static CorruptImageException cutOffInHeader() {
        return new CorruptImageException("The WebP is cut off inside its header.");
    }

    private static CorruptImageException damaged(String what) {
        return new CorruptImageException("The WebP is damaged: %s.".formatted(what));
    }
}
