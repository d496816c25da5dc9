package dev.quarry.codec;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a file is by its first bytes; a name or a header of the request never counts. */
record ImageSignature(String name, @Nullable ImageFormat format) {

    /** No more than so many bytes are ever needed. */
    static final int LONGEST = 16;

    private static final List<String> TEXT_STARTS = List.of("<", "{", "[", "#", "%!");
    private static final int TEXT_BYTES = 512;
    private static final ImageSignature UNKNOWN = new ImageSignature("not an image of a known format", null);

    /** Recognises a file by its first bytes, as far as they are there. */
    static ImageSignature of(ByteReader prefix) {
        if (prefix.matches(0, "\u00FF\u00D8\u00FF")) {
            return known(ImageFormat.JPEG);
        }
        if (prefix.matches(0, "\u0089PNG\r\n\u001A\n")) {
            return known(ImageFormat.PNG);
        }
        if (prefix.matches(0, "GIF87a") || prefix.matches(0, "GIF89a")) {
            return known(ImageFormat.GIF);
        }
        if (prefix.matches(0, "RIFF") && prefix.matches(8, "WEBP")) {
            return known(ImageFormat.WEBP);
        }
        if (prefix.matches(0, "II*\0") || prefix.matches(0, "MM\0*")) {
            return known(ImageFormat.TIFF);
        }
        if (prefix.matches(0, "BM")) {
            return known(ImageFormat.BMP);
        }
        return other(prefix);
    }

    private static ImageSignature known(ImageFormat format) {
        return new ImageSignature("a %s image".formatted(format.label().toUpperCase(Locale.ROOT)), format);
    }

    private static ImageSignature other(ByteReader prefix) {
        if (prefix.matches(4, "ftyp")) {
            return mediaFile(prefix);
        }
        if (prefix.matches(0, "\u00FF\n") || prefix.matches(4, "JXL \r\n")) {
            return new ImageSignature("a JPEG XL image", null);
        }
        if (prefix.matches(4, "jP  \r\n") || prefix.matches(0, "\u00FFO\u00FFQ")) {
            return new ImageSignature("a JPEG 2000 image", null);
        }
        if (prefix.matches(0, "%PDF")) {
            return new ImageSignature("a PDF document", null);
        }
        if (prefix.matches(0, "8BPS")) {
            return new ImageSignature("a Photoshop document", null);
        }
        if (prefix.matches(0, "\0\0\u0001\0")) {
            return new ImageSignature("an icon file", null);
        }
        if (prefix.matches(0, "PK\u0003\u0004")) {
            return new ImageSignature("a ZIP archive", null);
        }
        return isText(prefix) ? text(prefix) : UNKNOWN;
    }

    /** By the major brand of an ISO base media file. */
    private static ImageSignature mediaFile(ByteReader prefix) {
        if (prefix.matches(8, "avif") || prefix.matches(8, "avis")) {
            return known(ImageFormat.AVIF);
        }
        boolean heif = prefix.matches(8, "hei")
                || prefix.matches(8, "hev")
                || prefix.matches(8, "mif1")
                || prefix.matches(8, "msf1");
        return new ImageSignature(heif ? "a HEIF image" : "a media file", null);
    }

    private static boolean isText(ByteReader prefix) {
        long looked = Math.min(prefix.length(), TEXT_BYTES);
        for (long at = 0; at < looked; at++) {
            int value = prefix.u8(at);
            if (value < ' ' && value != '\t' && value != '\n' && value != '\r') {
                return false;
            }
        }
        return looked > 0;
    }

    private static ImageSignature text(ByteReader prefix) {
        StringBuilder start = new StringBuilder();
        for (long at = 0; at < Math.min(prefix.length(), TEXT_BYTES); at++) {
            start.append((char) prefix.u8(at));
        }
        String text = start.toString().toLowerCase(Locale.ROOT).strip();
        if (text.contains("<svg")) {
            return new ImageSignature("an SVG drawing, which is not made of pixels", null);
        }
        if (text.startsWith("<!doctype html") || text.startsWith("<html")) {
            return new ImageSignature("an HTML page", null);
        }
        return TEXT_STARTS.stream().anyMatch(text::startsWith) || text.length() >= LONGEST
                ? new ImageSignature("text", null)
                : UNKNOWN;
    }
}
