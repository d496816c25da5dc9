package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;

/** Single pixels of images of any model, by plain arithmetic, and comparisons of all samples. */
public final class Pixels {

    private Pixels() {}

    /** Fails at the first sample of {@code actual} that is further from that of {@code expected} than {@code tolerance}. */
    public static void assertSamples(Image expected, Image actual, int tolerance) {
        for (int band = 0; band < expected.planes().size(); band++) {
            String where = "band " + band + " of " + expected.spec();
            assertSamples(expected.plane(band), actual.plane(band), tolerance, where);
        }
    }

    /** As for images, for one plane; {@code where} says which it is. */
    public static void assertSamples(Plane expected, Plane actual, int tolerance, String where) {
        for (int y = 0; y < expected.height(); y++) {
            for (int x = 0; x < expected.width(); x++) {
                int column = x;
                int row = y;
                assertEquals(
                        expected.sample(x, y),
                        actual.sample(x, y),
                        tolerance,
                        () -> column + "," + row + " in " + where);
            }
        }
    }

    /** Red, green, blue, alpha, 0 to 255. Chroma is the sample that covers the pixel. */
    public static int[] rgba(Image image, int x, int y) {
        return switch (image.spec().model()) {
            case GRAY -> new int[] {band(image, 0, x, y), band(image, 0, x, y), band(image, 0, x, y), 255};
            case GRAY_ALPHA ->
                new int[] {band(image, 0, x, y), band(image, 0, x, y), band(image, 0, x, y), band(image, 1, x, y)};
            case RGB -> new int[] {band(image, 0, x, y), band(image, 1, x, y), band(image, 2, x, y), 255};
            case RGBA ->
                new int[] {
                    band(image, 0, x, y), band(image, 1, x, y), band(image, 2, x, y), band(image, 3, x, y),
                };
            case CMYK -> cmyk(image, x, y);
            case YCBCR -> ycbcr(image, x, y);
        };
    }

    private static int band(Image image, int band, int x, int y) {
        PlaneSpec spec = image.spec().planes().get(band);
        Plane plane = image.plane(band);
        int column = (int) (spec.window().x() + (x + 0.5) * spec.window().width() / image.width());
        int row = (int) (spec.window().y() + (y + 0.5) * spec.window().height() / image.height());
        return plane.sample(column, row);
    }

    private static int[] ycbcr(Image image, int x, int y) {
        double luma = band(image, 0, x, y);
        double cb = band(image, 1, x, y) - 128;
        double cr = band(image, 2, x, y) - 128;
        return new int[] {
            clamp(luma + 1.402 * cr), clamp(luma - 0.344136 * cb - 0.714136 * cr), clamp(luma + 1.772 * cb), 255
        };
    }

    private static int[] cmyk(Image image, int x, int y) {
        double black = 255 - band(image, 3, x, y);
        return new int[] {
            clamp((255 - band(image, 0, x, y)) * black / 255),
            clamp((255 - band(image, 1, x, y)) * black / 255),
            clamp((255 - band(image, 2, x, y)) * black / 255),
            255
        };
    }

    private static int clamp(double value) {
        return (int) Math.clamp(Math.round(value), 0, 255);
    }
}
