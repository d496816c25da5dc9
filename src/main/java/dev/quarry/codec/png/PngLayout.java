package dev.quarry.codec.png;

import dev.quarry.image.ColorModel;

/**
 * How the pixels of a PNG are stored, and what they become: palettes as their colours, depths under 8 stretched to 8, a
 * transparent colour as alpha.
 *
 * @param width pixels across
 * @param height pixels down
 * @param depth bits of each stored sample
 * @param color what the stored samples mean
 * @param interlaced whether rows come in Adam7's passes
 * @param transparency whether a tRNS chunk applies
 */
record PngLayout(int width, int height, int depth, PngColor color, boolean interlaced, boolean transparency) {

    /** The model after expansion. */
    ColorModel model() {
        return switch (color) {
            case GRAY -> transparency ? ColorModel.GRAY_ALPHA : ColorModel.GRAY;
            case RGB, PALETTE -> transparency ? ColorModel.RGBA : ColorModel.RGB;
            case GRAY_ALPHA -> ColorModel.GRAY_ALPHA;
            case RGBA -> ColorModel.RGBA;
        };
    }

    /** Whether expanded samples have 16 bits. */
    boolean isWide() {
        return depth == 16;
    }

    /** Bytes of an expanded row of so many pixels. */
    long expandedBytes(int pixels) {
        return (long) pixels * model().bands() * (isWide() ? 2 : 1);
    }

    /** Bytes of a stored row of so many pixels, without its filter byte. */
    long storedBytes(int pixels) {
        return Math.ceilDiv((long) pixels * color.samples() * depth, Byte.SIZE);
    }

    /** Bytes from a stored sample to the same sample of the pixel to the left, at least 1. */
    int filterDistance() {
        return Math.max(1, color.samples() * depth / Byte.SIZE);
    }
}
