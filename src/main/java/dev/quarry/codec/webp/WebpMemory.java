package dev.quarry.codec.webp;

import dev.quarry.codec.EncodeOptions;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;

/**
 * The memory that libwebp takes by itself, as upper bounds of what was measured with version 1.2.4 on photographs, noise
 * and flat pictures of 0.26 to 6 million pixels, in bytes.
 *
 * <p>Decoding lossless data takes more where a file is made for it: each of its sets of prefix codes costs about 6 kB, and
 * a large picture may name tens of thousands of them.
 */
final class WebpMemory {

    private static final long LIBRARY_BYTES = 256L << 10;
    private static final long LOSSLESS_LIBRARY_BYTES = 1280L << 10;
    private static final long LOSSY_COLUMN_BYTES = 160;

    private static final long LOSSLESS_PIXEL_BYTES = 4;
    private static final long LOSSLESS_COLUMN_BYTES = 68;
    private static final long CODES_BYTES = 1L << 20;
    private static final long ALPHA_DECODING_PIXEL_BYTES = 6;

    // Histograms of up to 2600 tiles, at least 16 pixels each; noise takes so much, photographs half of it.
    private static final long HISTOGRAMS_BYTES = 18L << 20;
    private static final long HISTOGRAM_PIXEL_BYTES = 950;
    private static final long FASTEST_LOSSLESS_ENCODING_PIXEL_BYTES = 22;
    private static final int SLOW_EFFORT = 5;
    private static final long LOSSLESS_ENCODING_PIXEL_BYTES = 44;
    private static final long SLOW_LOSSLESS_ENCODING_PIXEL_BYTES = 60;
    private static final double CHROMA_OF_ARGB_PIXEL_BYTES = 2.5;

    // From this effort on, the whole picture's coefficients are kept as tokens, unless memory is to be saved.
    private static final int TOKEN_EFFORT = 3;
    private static final long TOKEN_PIXELS = 16_000_000;

    private WebpMemory() {}

    /** What decoding takes, beside the pixels. */
    static long decoding(ImageSpec decoded) {
        return switch (decoded.model()) {
            case YCBCR -> lossyDecoding(decoded);
            case RGB, GRAY, GRAY_ALPHA, CMYK -> losslessDecoding(decoded);
            case RGBA ->
                Math.max(
                        losslessDecoding(decoded),
                        lossyDecoding(decoded)
                                + ALPHA_DECODING_PIXEL_BYTES * decoded.pixels()
                                + LOSSLESS_COLUMN_BYTES * decoded.width());
        };
    }

    private static long lossyDecoding(ImageSpec decoded) {
        return LIBRARY_BYTES + LOSSY_COLUMN_BYTES * decoded.width();
    }

    private static long losslessDecoding(ImageSpec decoded) {
        return CODES_BYTES + LOSSLESS_PIXEL_BYTES * decoded.pixels() + LOSSLESS_COLUMN_BYTES * decoded.width();
    }

    /** Whether a lossy picture is so large that the encoder must do without its tokens, at the price of time. */
    static boolean savesMemory(long pixels) {
        return pixels > TOKEN_PIXELS;
    }

    /** What encoding takes, beside the source's pixels. */
    static long encoding(ImageSpec input, EncodeOptions options) {
        if (options.lossless()) {
            return losslessEncoding(input, options);
        }
        long lossy = lossyEncoding(input, options);
        // The alpha band is encoded as a lossless picture, before the others.
        long largest = input.model().hasAlpha() ? Math.max(lossy, losslessEncoding(input, options)) : lossy;
        return input.model() == ColorModel.RGBA
                ? largest + (long) (CHROMA_OF_ARGB_PIXEL_BYTES * input.pixels())
                : largest;
    }

    private static long losslessEncoding(ImageSpec input, EncodeOptions options) {
        if (options.effort() == 0) {
            return LOSSLESS_LIBRARY_BYTES + FASTEST_LOSSLESS_ENCODING_PIXEL_BYTES * input.pixels();
        }
        long pixelBytes =
                options.effort() >= SLOW_EFFORT ? SLOW_LOSSLESS_ENCODING_PIXEL_BYTES : LOSSLESS_ENCODING_PIXEL_BYTES;
        return LOSSLESS_LIBRARY_BYTES
                + pixelBytes * input.pixels()
                + Math.min(HISTOGRAMS_BYTES, HISTOGRAM_PIXEL_BYTES * input.pixels());
    }

    private static long lossyEncoding(ImageSpec input, EncodeOptions options) {
        boolean tokens = options.effort() >= TOKEN_EFFORT && !savesMemory(input.pixels());
        double pixelBytes = tokens ? tokenBytes(options.quality()) : streamBytes(options.quality());
        return LIBRARY_BYTES + LOSSY_COLUMN_BYTES * input.width() + (long) (pixelBytes * input.pixels());
    }

    /** For each pixel of noise: 16 up to quality 50, 20 at 80, 31 at 100. */
    private static double tokenBytes(int quality) {
        double slow = 16 + Math.max(0, quality - 50) * 4 / 30.0;
        return slow + Math.max(0, quality - 80) * 0.25 + Math.max(0, quality - 90) * 0.25;
    }

    private static double streamBytes(int quality) {
        return quality <= 80 ? 2 : 5.5;
    }

    /** A size that the encoded picture seldom exceeds: photographs with much detail have about half of it. */
    static long expectedOutput(ImageSpec input, EncodeOptions options) {
        double colorBytes = options.lossless() ? losslessOutput(input) : lossyOutput(options.quality());
        double alphaBytes = !options.lossless() && input.model().hasAlpha() ? 0.5 : 0;
        return 4096 + (long) ((colorBytes + alphaBytes) * input.pixels());
    }

    private static double losslessOutput(ImageSpec input) {
        return 0.75 * input.model().bands();
    }

    private static double lossyOutput(int quality) {
        return 0.3 + Math.max(0, quality - 80) * 0.05;
    }

    /** A size that the encoded picture never exceeds: noise has half of it. */
    static long largestOutput(ImageSpec input) {
        return (1L << 20) + 8 * input.pixels();
    }
}
