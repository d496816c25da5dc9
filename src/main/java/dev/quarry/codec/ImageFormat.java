package dev.quarry.codec;

import java.util.Locale;

/** The image formats that the service knows by name. */
public enum ImageFormat {
    /** ITU-T T.81. */
    JPEG("image/jpeg"),
    /** W3C PNG. */
    PNG("image/png"),
    /** RFC 9649. */
    WEBP("image/webp"),
    /** AV1 in HEIF. */
    AVIF("image/avif"),
    /** GIF89a. */
    GIF("image/gif"),
    /** TIFF 6. */
    TIFF("image/tiff"),
    /** Windows bitmap. */
    BMP("image/bmp");

    private final String mediaType;

    ImageFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The name in requests, answers and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The registered media type. */
    public String mediaType() {
        return mediaType;
    }
}
