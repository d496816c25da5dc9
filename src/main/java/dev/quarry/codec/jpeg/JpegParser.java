package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.UnsupportedFormatException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the markers of one JPEG up to its first scan (T.81, annex B). Trusts no length; looks at each byte once. */
final class JpegParser {

    private static final int SOI = 0xD8;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int TEM = 0x01;
    private static final int RST0 = 0xD0;
    private static final int RST7 = 0xD7;
    private static final int DHT = 0xC4;
    private static final int JPG = 0xC8;
    private static final int DAC = 0xCC;
    private static final int DQT = 0xDB;
    private static final int DRI = 0xDD;
    private static final int APP0 = 0xE0;
    private static final int APP1 = 0xE1;
    private static final int APP2 = 0xE2;
    private static final int APP14 = 0xEE;
    private static final String ICC = "ICC_PROFILE\0";
    private static final String EXIF = "Exif\0";
    private static final int ADOBE_BYTES = 12;
    private static final int JFIF_BYTES = 14;
    private static final int MAX_FACTOR = 4;

    private final ByteReader reader;
    private final List<Piece> profile = new ArrayList<>();
    private final List<ByteRange> coding = new ArrayList<>();
    private @Nullable ByteRange exif;
    private @Nullable Frame frame;
    private boolean jfif;
    private int adobeTransform = -1;

    private JpegParser(ByteReader reader) {
        this.reader = reader;
    }

    private record Piece(int number, ByteRange range) {}

    private record Frame(int process, int precision, int width, int height, List<JpegComponent> components) {}

    /** The markers up to the first scan; null when more bytes are needed to reach it. */
    static @Nullable JpegStructure parse(ByteReader reader) {
        return new JpegParser(reader).parse();
    }

    private @Nullable JpegStructure parse() {
        long at = 2;
        while (true) {
            at = nextMarker(at);
            if (!reader.has(at, 2)) {
                return null;
            }
            int marker = reader.u8(at + 1);
            if (marker == TEM || marker >= RST0 && marker <= RST7) {
                at += 2;
                continue;
            }
            if (marker == SOI || marker == EOI) {
                throw new CorruptImageException("The JPEG has no picture: its header ends with another marker.");
            }
            if (!reader.has(at + 2, 2)) {
                return null;
            }
            int length = reader.u16(at + 2);
            if (length < 2) {
                throw new CorruptImageException(
                        "The JPEG's header is damaged: a segment claims %d bytes.".formatted(length));
            }
            if (marker == SOS) {
                return reader.has(at + 4, 1) ? structure(at, reader.u8(at + 4)) : null;
            }
            if (!segment(marker, at, length)) {
                return null;
            }
            at += 2 + length;
        }
    }

    /** Where the next marker's 0xFF is: bytes between segments and fill bytes are passed over, as libjpeg does. */
    private long nextMarker(long from) {
        long at = from;
        while (reader.has(at, 2)) {
            int second = reader.u8(at + 1);
            if (reader.u8(at) == 0xFF && second != 0 && second != 0xFF) {
                return at;
            }
            at++;
        }
        return at;
    }

    /** Takes one segment in; false when bytes of it that matter are not there yet. */
    private boolean segment(int marker, long at, int length) {
        long body = at + 4;
        int bytes = length - 2;
        switch (marker) {
            case APP0, APP1, APP2, APP14 -> {
                if (!reader.has(body, bytes)) {
                    return false;
                }
                application(marker, body, bytes);
            }
            case DHT, DAC, DQT, DRI -> coding.add(new ByteRange(at, 2L + length));
            default -> {
                if (marker >= 0xC0 && marker <= 0xCF && marker != JPG) {
                    if (!reader.has(body, bytes)) {
                        return false;
                    }
                    frame(marker, body, bytes);
                    coding.add(new ByteRange(at, 2L + length));
                }
            }
        }
        return true;
    }

    private void application(int marker, long body, int bytes) {
        switch (marker) {
            case APP0 -> jfif |= bytes >= JFIF_BYTES && reader.matches(body, "JFIF\0");
            case APP1 -> {
                // One more byte follows the name; exactly which is not agreed upon.
                if (exif == null && bytes > EXIF.length() + 1 && reader.matches(body, EXIF)) {
                    exif = new ByteRange(body + EXIF.length() + 1, bytes - EXIF.length() - 1);
                }
            }
            case APP2 -> {
                if (bytes > ICC.length() + 2 && reader.matches(body, ICC)) {
                    long data = body + ICC.length() + 2;
                    profile.add(
                            new Piece(reader.u8(body + ICC.length()), new ByteRange(data, bytes - ICC.length() - 2)));
                }
            }
            default -> {
                if (bytes >= ADOBE_BYTES && reader.matches(body, "Adobe")) {
                    adobeTransform = reader.u8(body + ADOBE_BYTES - 1);
                }
            }
        }
    }

    private void frame(int process, long body, int bytes) {
        if (frame != null) {
            throw new CorruptImageException("The JPEG's header is damaged: it describes two pictures.");
        }
        switch (process) {
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA -> {}
            case 0xC3, 0xCB -> throw unsupported("lossless JPEG");
            default -> throw unsupported("hierarchical JPEG");
        }
        int count = bytes < 6 ? 0 : reader.u8(body + 5);
        if (bytes != 6 + 3 * count || count == 0) {
            throw new CorruptImageException("The JPEG's header is damaged: its frame header has a wrong length.");
        }
        if (count == 2 || count > 4) {
            throw unsupported("a JPEG with %d components".formatted(count));
        }
        List<JpegComponent> components = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            components.add(component(body + 6 + 3L * i));
        }
        frame = new Frame(process, precision(body), width(body), height(body), components);
    }

    private static UnsupportedFormatException unsupported(String what) {
        return new UnsupportedFormatException("This is %s, which cannot be read here.".formatted(what));
    }

    private int precision(long body) {
        int precision = reader.u8(body);
        if (precision != 8 && precision != 12) {
            throw new CorruptImageException("The JPEG's header is damaged: %d bits per sample.".formatted(precision));
        }
        return precision;
    }

    private int width(long body) {
        int width = reader.u16(body + 3);
        if (width == 0) {
            throw new CorruptImageException("The JPEG's header is damaged: the picture is 0 pixels wide.");
        }
        return width;
    }

    private int height(long body) {
        int height = reader.u16(body + 1);
        if (height == 0) {
            throw new CorruptImageException("The JPEG does not tell its height in its header.");
        }
        return height;
    }

    private JpegComponent component(long at) {
        int factors = reader.u8(at + 1);
        JpegComponent component = new JpegComponent(reader.u8(at), factors >> 4, factors & 15);
        if (component.horizontal() < 1
                || component.horizontal() > MAX_FACTOR
                || component.vertical() < 1
                || component.vertical() > MAX_FACTOR) {
            throw new CorruptImageException("The JPEG's header is damaged: sampling factors out of range.");
        }
        return component;
    }

    private JpegStructure structure(long scanOffset, int scanComponents) {
        if (frame == null) {
            throw new CorruptImageException("The JPEG's header is damaged: it does not tell the picture's size.");
        }
        List<ByteRange> pieces = profile.stream()
                .sorted(Comparator.comparingInt(Piece::number))
                .map(Piece::range)
                .toList();
        return new JpegStructure(
                frame.process(),
                frame.precision(),
                frame.width(),
                frame.height(),
                frame.components(),
                scanComponents,
                jfif,
                adobeTransform,
                pieces,
                exif,
                coding,
                scanOffset);
    }
}
