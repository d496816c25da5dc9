package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;

/** The shapes that transforms want which look at single pixels. */
final class Shapes {

    private Shapes() {}

    /** Full planes of luma or of red, green and blue, with or without alpha. */
    static ImageSpec pixels(ImageSpec picture) {
        return switch (picture.model()) {
            case YCBCR, CMYK -> picture.withModel(ColorModel.RGB);
            case GRAY, GRAY_ALPHA, RGB, RGBA -> picture.aligned();
        };
    }

    /** As {@link #pixels}, in colour where a picture without colour could not hold {@code color}. */
    static ImageSpec holding(Color color, ImageSpec picture) {
        ImageSpec pixels = pixels(picture);
        if (color.isNeutral()) {
            return pixels;
        }
        return switch (pixels.model()) {
            case GRAY -> pixels.withModel(ColorModel.RGB);
            case GRAY_ALPHA -> pixels.withModel(ColorModel.RGBA);
            case RGB, RGBA, CMYK, YCBCR -> pixels;
        };
    }

    /** The shape with alpha where {@code color} is translucent. */
    static ImageSpec letting(Color color, ImageSpec pixels) {
        if (color.isOpaque()) {
            return pixels;
        }
        return switch (pixels.model()) {
            case GRAY -> pixels.withModel(ColorModel.GRAY_ALPHA);
            case RGB -> pixels.withModel(ColorModel.RGBA);
            case GRAY_ALPHA, RGBA, CMYK, YCBCR -> pixels;
        };
    }
}
