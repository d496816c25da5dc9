package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.kernel.ResampleFilter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizeGeometryTest {

    private static Resize resize(@Nullable Integer width, @Nullable Integer height, Fit fit, boolean enlarge) {
        return new Resize(width, height, fit, ResampleFilter.LANCZOS, enlarge, Position.CENTER, null);
    }

    @ParameterizedTest(name = "{0}x{1} by {2}x{3} {4}, enlarge {5}: scaled {6}x{7}, result {8}x{9}")
    @CsvSource({
        "301, 203, 120, 120, inside,  false, 120, 81,  120, 81",
        "301, 203, 120, 120, outside, false, 178, 120, 178, 120",
        "301, 203, 90,  110, cover,   false, 163, 110, 90,  110",
        "301, 203, 90,  110, contain, false, 90,  61,  90,  110",
        "301, 203, 90,  110, fill,    false, 90,  110, 90,  110",
        "301, 203, 400, 100, cover,   false, 301, 203, 301, 100",
        "301, 203, 400, 100, cover,   true,  400, 270, 400, 100",
        "301, 203, 400, 400, cover,   false, 301, 203, 301, 203",
        "301, 203, 400, 400, contain, false, 301, 203, 400, 400",
        "301, 203, 400, 400, contain, true,  400, 270, 400, 400",
        "301, 203, 400, 100, fill,    false, 301, 100, 301, 100",
        "301, 203, 400, 100, fill,    true,  400, 100, 400, 100",
        "301, 203, 900, ,    inside,  false, 301, 203, 301, 203",
        "301, 203, 100, ,    inside,  false, 100, 67,  100, 67",
        "301, 203, ,    100, outside, false, 148, 100, 148, 100",
        "301, 203, 100, ,    fill,    false, 100, 67,  100, 67",
        "301, 203, 602, ,    contain, false, 301, 203, 602, 406",
        "1,   150, ,    50,  inside,  false, 1,   50,  1,   50",
        "1,   150, 200, 5,   inside,  false, 1,   5,   1,   5",
        "10,  10,  5,   1,   outside, false, 5,   5,   5,   5",
        "6,   9,   1,   ,    inside,  false, 1,   2,   1,   2",
        "4,   2,   3,   ,    inside,  false, 3,   2,   3,   2",
        "2725,2225,720, ,    inside,  false, 720, 588, 720, 588",
    })
    void of_eachFit_isAsSpecified(
            int width,
            int height,
            @Nullable Integer boxWidth,
            @Nullable Integer boxHeight,
            String fit,
            boolean enlarge,
            long scaledWidth,
            long scaledHeight,
            long resultWidth,
            long resultHeight) {
        Fit chosen = Fit.valueOf(fit.toUpperCase(java.util.Locale.ROOT));
        assertEquals(
                new ResizeGeometry(scaledWidth, scaledHeight, resultWidth, resultHeight),
                ResizeGeometry.of(resize(boxWidth, boxHeight, chosen, enlarge), width, height));
    }

    @Test
    void of_extremeSides_doNotOverflow() {
        ResizeGeometry sizes = ResizeGeometry.of(resize(65_535, null, Fit.INSIDE, true), 1, 65_535);
        assertEquals(65_535L * 65_535L, sizes.scaledHeight());
    }

    @Test
    void of_randomSizes_roundsTheExactRatioHalfUp() {
        SplittableRandom random = new SplittableRandom(20);
        for (int i = 0; i < 20_000; i++) {
            int width = random.nextInt(1, 400);
            int height = random.nextInt(1, 400);
            int boxWidth = random.nextInt(1, 400);
            int boxHeight = random.nextInt(1, 400);
            boolean outside = random.nextBoolean();
            boolean enlarge = random.nextBoolean();
            ResizeGeometry sizes = ResizeGeometry.of(
                    resize(boxWidth, boxHeight, outside ? Fit.OUTSIDE : Fit.INSIDE, enlarge), width, height);
            BigInteger across = BigInteger.valueOf((long) boxWidth * height);
            BigInteger down = BigInteger.valueOf((long) boxHeight * width);
            BigInteger scale = outside ? across.max(down) : across.min(down);
            BigInteger one = BigInteger.valueOf((long) width * height);
            if (!enlarge) {
                scale = scale.min(one);
            }
            assertEquals(rounded(width, scale, one), sizes.scaledWidth(), "width " + sizes);
            assertEquals(rounded(height, scale, one), sizes.scaledHeight(), "height " + sizes);
            assertTrue(outside || sizes.scaledWidth() <= boxWidth && sizes.scaledHeight() <= boxHeight);
        }
    }

    private static long rounded(int side, BigInteger scale, BigInteger one) {
        return new BigDecimal(BigInteger.valueOf(side).multiply(scale))
                .divide(new BigDecimal(one), 0, RoundingMode.HALF_UP)
                .max(BigDecimal.ONE)
                .longValueExact();
    }
}
