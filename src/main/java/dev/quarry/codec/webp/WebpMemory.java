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
    private static final long LOSSY_COLUMN_BYTES = 160;
    private static final double LOSSY_PIXEL_BYTES = 0.5;

    private static final long LOSSLESS_PIXEL_BYTES = 4;
    private static final long LOSSLESS_COLUMN_BYTES = 68;
    private static final long CODES_BYTES = 1L << 20;
    private static final long ALPHA_DECODING_PIXEL_BYTES = 6;

    private static final long ENCODER_BYTES = 96L << 10;

    // A table for finding repetitions, which is gone when the statistics of the tiles are collected, and there again
    // when
    // the half of them that is left is written.
    private static final long REPETITIONS_BYTES = 1L << 20;
    private static final long LEAST_REPEATING_PIXELS = 3;

    // Statistics of a tile, kept twice; those of a cache of 1024 colours double them, which low efforts do without.
    private static final long TILE_BYTES = 2 * 4_430;
    private static final long TILE_CACHE_BYTES = 2 * 4_096;
    private static final int CACHE_EFFORT = 3;
    private static final int ALPHA_CACHE_EFFORT = 4;
    private static final long MOST_TILES = 2600;
    private static final int TILE_EXPONENT = 7;
    private static final int LEAST_TILE_EXPONENT = 2;

    private static final long LITTLE_PIXELS = 32_768;
    private static final int LITTLE_METHOD = 4;

    // For each pixel of noise; effort 5 tries two ways.
    private static final long[] LOSSLESS_ENCODING_PIXEL_BYTES = {22, 28, 28, 28, 28, 36, 28};
    private static final double CHROMA_OF_ARGB_PIXEL_BYTES = 2.5;

    // From this effort on, the whole picture's coefficients are kept as tokens, unless memory is to be saved.
    private static final int TOKEN_EFFORT = 3;
    private static final long TOKEN_PIXELS = 16_000_000;

    // The tokens of photographs, as a part of those of noise.
    private static final double TYPICAL = 0.2;

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

    /** What encoding typically takes, beside the source's pixels; what its tokens take more is asked for when it is known. */
    static long encoding(ImageSpec input, EncodeOptions options) {
        return encoding(input, options, typicalTokens(input, options));
    }

    /** What encoding takes whose tokens take {@code tokenBytes}. */
    static long encoding(ImageSpec input, EncodeOptions options, long tokenBytes) {
        if (options.lossless()) {
            return losslessEncoding(input, losslessMethod(input, options.effort()), CACHE_EFFORT);
        }
        long lossy = lossyEncoding(input, options, tokenBytes);
        long alpha = losslessEncoding(input, options.effort(), ALPHA_CACHE_EFFORT);
        // The alpha band is encoded as a lossless picture, before the others.
        long largest = input.model().hasAlpha() ? Math.max(lossy, alpha) : lossy;
        return input.model() == ColorModel.RGBA
                ? largest + (long) (CHROMA_OF_ARGB_PIXEL_BYTES * input.pixels())
                : largest;
    }

    /**
     * What the library calls a method, for an effort. Beyond the fourth, tiles are so small that those of a little picture
     * take more memory than all else, for nothing: no file tried became more than six bytes smaller.
     */
    static int losslessMethod(ImageSpec input, int effort) {
        return input.pixels() < LITTLE_PIXELS ? Math.min(effort, LITTLE_METHOD) : effort;
    }

    private static long losslessEncoding(ImageSpec input, int effort, int cacheEffort) {
        long repetitions = input.pixels() < LEAST_REPEATING_PIXELS ? 0 : REPETITIONS_BYTES;
        long bytes = ENCODER_BYTES + LOSSLESS_ENCODING_PIXEL_BYTES[effort] * input.pixels();
        if (effort == 0) {
            return bytes + repetitions;
        }
        long tiles = tiles(input, effort) * (TILE_BYTES + (effort < cacheEffort ? 0 : TILE_CACHE_BYTES));
        return bytes + Math.max(tiles, repetitions + tiles / 2);
    }

    /** How many tiles have statistics of their own: squares that are the smaller the more effort is made. */
    private static long tiles(ImageSpec input, int effort) {
        int exponent = Math.max(LEAST_TILE_EXPONENT, TILE_EXPONENT - effort);
        while (tilesOf(input, exponent) > MOST_TILES) {
            exponent++;
        }
        return tilesOf(input, exponent);
    }

    private static long tilesOf(ImageSpec input, int exponent) {
        return (long) Math.ceilDiv(input.width(), 1 << exponent) * Math.ceilDiv(input.height(), 1 << exponent);
    }

    private static long lossyEncoding(ImageSpec input, EncodeOptions options, long tokenBytes) {
        long streamed = (long) (streamBytes(options.quality()) * input.pixels());
        long kept = (long) (LOSSY_PIXEL_BYTES * input.pixels()) + tokenBytes;
        return LIBRARY_BYTES + LOSSY_COLUMN_BYTES * input.width() + Math.max(streamed, kept);
    }

    /** Whether a lossy picture is kept as tokens unless it must be done without, at the price of time. */
    static boolean keepsTokens(ImageSpec input, EncodeOptions options) {
        return !options.lossless() && options.effort() >= TOKEN_EFFORT && input.pixels() <= TOKEN_PIXELS;
    }

    private static long typicalTokens(ImageSpec input, EncodeOptions options) {
        return keepsTokens(input, options) ? (long) (TYPICAL * noiseBytes(options.quality()) * input.pixels()) : 0;
    }

    /** The most that the tokens of a picture can take. */
    static long mostTokens(ImageSpec input, EncodeOptions options) {
        return (long) (noiseBytes(options.quality()) * input.pixels());
    }

    /** For each pixel of noise: 16 up to quality 50, 20 at 80, 31 at 100. */
    private static double noiseBytes(int quality) {
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
