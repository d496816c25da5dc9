package dev.quarry.image;

/** What the bands of an image mean; every band is a plane of 8-bit samples. */
public enum ColorModel {
    /** Luma, Rec. 601, gamma-encoded. */
    GRAY(1, false),
    /** Luma and straight (not premultiplied) alpha. */
    GRAY_ALPHA(2, true),
    /** Red, green, blue, gamma-encoded. */
    RGB(3, false),
    /** Red, green, blue and straight (not premultiplied) alpha. */
    RGBA(4, true),
    /** Cyan, magenta, yellow, black ink, 255 = full ink. */
    CMYK(4, false),
    /** JPEG's full-range Rec. 601 luma and two chroma bands, which may be subsampled. */
    YCBCR(3, false);

    private final int bands;
    private final boolean alpha;

    ColorModel(int bands, boolean alpha) {
        this.bands = bands;
        this.alpha = alpha;
    }

    /** Number of planes. */
    public int bands() {
        return bands;
    }

    /** Whether the last band is alpha. */
    public boolean hasAlpha() {
        return alpha;
    }

    /** Whether there is no colour, only luma. */
    public boolean isGray() {
        return this == GRAY || this == GRAY_ALPHA;
    }

    /** This model with its alpha band left out. */
    public ColorModel withoutAlpha() {
        return switch (this) {
            case GRAY_ALPHA -> GRAY;
            case RGBA -> RGB;
            case GRAY, RGB, CMYK, YCBCR -> this;
        };
    }
}
