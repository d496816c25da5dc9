package dev.quarry.operation;

import org.jspecify.annotations.Nullable;

/**
 * The sizes of a resize, all rounded half up and never below 1.
 *
 * @param scaledWidth width of the scaled picture, before it is cut or filled up
 * @param scaledHeight its height
 * @param boxWidth width of the result
 * @param boxHeight height of the result
 */
record ResizeGeometry(long scaledWidth, long scaledHeight, long boxWidth, long boxHeight) {

    /** The sizes for a picture of {@code width} × {@code height}. */
    static ResizeGeometry of(Resize resize, int width, int height) {
        Integer boxWidth = resize.width();
        Integer boxHeight = resize.height();
        if (boxWidth == null || boxHeight == null) {
            return byOneSide(resize, width, height);
        }
        return switch (resize.fit()) {
            case INSIDE -> inside(width, height, boxWidth, boxHeight, resize.enlarge());
            case OUTSIDE -> outside(width, height, boxWidth, boxHeight, resize.enlarge());
            case COVER ->
                outside(width, height, boxWidth, boxHeight, resize.enlarge()).cutTo(boxWidth, boxHeight);
            case CONTAIN ->
                inside(width, height, boxWidth, boxHeight, resize.enlarge()).on(boxWidth, boxHeight);
            case FILL -> whole(side(width, boxWidth, resize.enlarge()), side(height, boxHeight, resize.enlarge()));
        };
    }

    private static ResizeGeometry byOneSide(Resize resize, int width, int height) {
        Integer boxWidth = resize.width();
        ResizeGeometry wanted = boxWidth != null
                ? whole(boxWidth, ratio(height, boxWidth, width))
                : byHeight(width, height, resize.height());
        boolean grows = wanted.scaledWidth > width || wanted.scaledHeight > height;
        ResizeGeometry scaled = grows && !resize.enlarge() ? whole(width, height) : wanted;
        return resize.fit() == Fit.CONTAIN ? scaled.on(wanted.scaledWidth, wanted.scaledHeight) : scaled;
    }

    private static ResizeGeometry byHeight(int width, int height, @Nullable Integer boxHeight) {
        if (boxHeight == null) {
            throw new IllegalArgumentException("a resize has a width or a height");
        }
        return whole(ratio(width, boxHeight, height), boxHeight);
    }

    private static ResizeGeometry inside(int width, int height, int boxWidth, int boxHeight, boolean enlarge) {
        boolean byWidth = (long) boxWidth * height <= (long) boxHeight * width;
        return scaled(width, height, boxWidth, boxHeight, byWidth, enlarge);
    }

    private static ResizeGeometry outside(int width, int height, int boxWidth, int boxHeight, boolean enlarge) {
        boolean byWidth = (long) boxWidth * height >= (long) boxHeight * width;
        return scaled(width, height, boxWidth, boxHeight, byWidth, enlarge);
    }

    private static ResizeGeometry scaled(
            int width, int height, int boxWidth, int boxHeight, boolean byWidth, boolean enlarge) {
        if (!enlarge && (byWidth ? boxWidth >= width : boxHeight >= height)) {
            return whole(width, height);
        }
        return byWidth
                ? whole(boxWidth, ratio(height, boxWidth, width))
                : whole(ratio(width, boxHeight, height), boxHeight);
    }

    private static ResizeGeometry whole(long width, long height) {
        return new ResizeGeometry(width, height, width, height);
    }

    private static long side(int side, int wanted, boolean enlarge) {
        return enlarge ? wanted : Math.min(side, wanted);
    }

    /** side · numerator / denominator, half up, never below 1. */
    private static long ratio(long side, long numerator, long denominator) {
        return Math.max(1, (2 * side * numerator + denominator) / (2 * denominator));
    }

    private ResizeGeometry cutTo(int width, int height) {
        return new ResizeGeometry(
                scaledWidth, scaledHeight, Math.min(width, scaledWidth), Math.min(height, scaledHeight));
    }

    private ResizeGeometry on(long width, long height) {
        return new ResizeGeometry(scaledWidth, scaledHeight, width, height);
    }
}
