package dev.quarry.codec.webp;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;

/**
 * The memory that libwebp's tokens of one lossy picture take: two bytes for each binary decision that codes a coefficient
 * (RFC 6386, section 13), counted on a sample of the picture's macroblocks. Blocks are transformed as they are, without
 * the prediction that would make them simpler, so it seldom tells too little, and a margin covers the sample's error.
 *
 * <p>Used by one thread.
 */
final class TokenForecast {

    private static final int MACROBLOCK = 16;
    private static final int CHROMA_BLOCK = 8;
    private static final int BLOCK = 4;
    private static final int SAMPLED_MACROBLOCKS = 2048;
    private static final int TOKEN_BYTES = 2;
    private static final double MARGIN = 1.25;

    // The first decision of the block of sixteen luma averages, and of each block that is empty.
    private static final int MACROBLOCK_TOKENS = 2;

    // The transform's output is twice an orthonormal one, and levels are rounded down from 0.57 on.
    private static final float ROUNDING = 110 / 256f;
    private static final float COSINE = 0.6532815f;
    private static final float SINE = 0.2705981f;
    private static final float HALF = 0.5f;
    private static final float LUMA_SPAN = 219 / 255f;
    private static final float CHROMA_SPAN = 224 / 255f;

    private static final int[] ZIGZAG = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

    // The decisions of a level, its sign, and whether more follow; extra bits from 11 on.
    private static final int[] TOKENS_OF_LEVEL = tokensOfLevel();

    private final Image image;
    private final float scale;
    private final float[] block = new float[BLOCK * BLOCK];
    private float average;

    private TokenForecast(Image image, int quality) {
        this.image = image;
        this.scale = 2 / step(quality);
    }

    /** The bytes of the tokens of {@code image} at a quality of 0 to 100. */
    static long bytes(Image image, int quality) {
        return new TokenForecast(image, quality).bytes();
    }

    /** The step of the quantiser of coefficients beyond the average: a curve through the library's table. */
    private static float step(int quality) {
        double share = quality / 100.0;
        double linear = share < 0.75 ? share * (2 / 3.0) : 2 * share - 1;
        double index = 127 * (1 - Math.cbrt(linear));
        return (float) (index < 58 ? 4 + index : 62 * Math.pow(284 / 62.0, (index - 58) / 69));
    }

    private long bytes() {
        int columns = Math.ceilDiv(image.width(), MACROBLOCK);
        long count = (long) columns * Math.ceilDiv(image.height(), MACROBLOCK);
        long samples = Math.min(count, SAMPLED_MACROBLOCKS);
        long tokens = 0;
        for (long i = 0; i < samples; i++) {
            // Somewhere in the i-th of equal parts, so that no pattern of the picture can hide between the samples.
            long first = i * count / samples;
            long next = (i + 1) * count / samples;
            long at = first + Math.floorMod(i * 0x9E3779B97F4A7C15L >>> 20, next - first);
            tokens += macroblock((int) (at % columns), (int) (at / columns));
        }
        return (long) (MARGIN * TOKEN_BYTES * tokens * count / samples);
    }

    private int macroblock(int column, int row) {
        int tokens = MACROBLOCK_TOKENS;
        for (int y = 0; y < MACROBLOCK; y += BLOCK) {
            for (int x = 0; x < MACROBLOCK; x += BLOCK) {
                tokens += luma(column * MACROBLOCK + x, row * MACROBLOCK + y);
            }
        }
        for (int y = 0; y < CHROMA_BLOCK; y += BLOCK) {
            for (int x = 0; x < CHROMA_BLOCK; x += BLOCK) {
                tokens += chroma(column * CHROMA_BLOCK + x, row * CHROMA_BLOCK + y);
            }
        }
        return tokens;
    }

    private int luma(int left, int top) {
        ColorModel model = image.spec().model();
        if (model == ColorModel.RGBA) {
            fill(image.plane(0), left, top, 1, 0.299f * LUMA_SPAN, true);
            fill(image.plane(1), left, top, 1, 0.587f * LUMA_SPAN, false);
            fill(image.plane(2), left, top, 1, 0.114f * LUMA_SPAN, false);
        } else {
            fill(image.plane(0), left, top, 1, LUMA_SPAN, true);
        }
        return tokens();
    }

    private int chroma(int left, int top) {
        ColorModel model = image.spec().model();
        if (model == ColorModel.RGBA) {
            return chroma(left, top, -0.169f, -0.331f, 0.5f) + chroma(left, top, 0.5f, -0.419f, -0.081f);
        }
        if (model == ColorModel.YCBCR) {
            fill(image.plane(1), left, top, 1, CHROMA_SPAN, true);
            int blue = tokens();
            fill(image.plane(2), left, top, 1, CHROMA_SPAN, true);
            return blue + tokens();
        }
        return 2;
    }

    private int chroma(int left, int top, float red, float green, float blue) {
        fill(image.plane(0), left, top, 2, red * CHROMA_SPAN, true);
        fill(image.plane(1), left, top, 2, green * CHROMA_SPAN, false);
        fill(image.plane(2), left, top, 2, blue * CHROMA_SPAN, false);
        return tokens();
    }

    /** Every {@code distance}-th sample of a plane times a weight, in place of or added to what the block holds; edges repeat. */
    private void fill(Plane plane, int left, int top, int distance, float weight, boolean first) {
        for (int i = 0; i < block.length; i++) {
            int x = Math.min(plane.width() - 1, (left + i % BLOCK) * distance);
            int y = Math.min(plane.height() - 1, (top + i / BLOCK) * distance);
            block[i] = (first ? 0 : block[i]) + weight * plane.sample(x, y);
        }
    }

    private int tokens() {
        for (int i = 0; i < BLOCK; i++) {
            transform(i * BLOCK, 1);
        }
        for (int i = 0; i < BLOCK; i++) {
            transform(i, BLOCK);
        }
        int last = block.length - 1;
        while (last > 0 && level(block[ZIGZAG[last]]) == 0) {
            last--;
        }
        // The average is predicted from its neighbours.
        float difference = block[0] - average;
        average = block[0];
        int tokens = last == 0 && level(difference) == 0 ? 1 : 1 + TOKENS_OF_LEVEL[level(difference)];
        for (int i = 1; i <= last; i++) {
            tokens += TOKENS_OF_LEVEL[level(block[ZIGZAG[i]])];
        }
        return tokens;
    }

    private int level(float coefficient) {
        return Math.min(TOKENS_OF_LEVEL.length - 1, (int) (Math.abs(coefficient) * scale + ROUNDING));
    }

    private void transform(int start, int distance) {
        float a = block[start];
        float b = block[start + distance];
        float c = block[start + 2 * distance];
        float d = block[start + 3 * distance];
        block[start] = HALF * (a + b + c + d);
        block[start + distance] = COSINE * (a - d) + SINE * (b - c);
        block[start + 2 * distance] = HALF * (a - b - c + d);
        block[start + 3 * distance] = SINE * (a - d) - COSINE * (b - c);
    }

    private static int[] tokensOfLevel() {
        int[] tokens = new int[68];
        for (int level = 0; level < tokens.length; level++) {
            tokens[level] = tokensOfLevel(level);
        }
        return tokens;
    }

    private static int tokensOfLevel(int level) {
        if (level <= 4) {
            return level == 0 ? 1 : level == 1 ? 4 : level == 2 ? 6 : 7;
        }
        if (level <= 10) {
            return level <= 6 ? 8 : 9;
        }
        return level < 19 ? 11 : level < 35 ? 12 : level < 67 ? 13 : 19;
    }
}
