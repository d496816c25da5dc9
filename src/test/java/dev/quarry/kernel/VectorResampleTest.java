package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VectorResampleTest extends ResampleKernelContract {

    private final ResampleKernel scalar = new ScalarResample();
    private final ResampleKernel vector = new VectorResample();

    @Override
    ResampleKernel kernel() {
        return vector;
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void vertical_anySize_equalsScalar(ResampleFilter filter) {
        for (long seed = 100; seed < 140; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 3, 300)) {
                ResampleWeights weights = randomWeights(filter, fixture, 300);
                int width = fixture.length(300);
                assertVerticalTwins(fixture, weights, width);
            }
        }
    }

    private void assertVerticalTwins(PlaneFixture fixture, ResampleWeights weights, int width) {
        Plane source = fixture.plane(width, weights.sourceSize());
        Plane expected = fixture.plane(width, weights.size());
        Plane actual = fixture.plane(width, weights.size());
        scalar.vertical(source, expected, weights, 0, weights.size(), scratch);
        vector.vertical(source, actual, weights, 0, weights.size(), scratch);
        fixture.assertSame(expected, actual, 0, weights.size());
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void horizontal_anySize_equalsScalar(ResampleFilter filter) {
        for (long seed = 100; seed < 140; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 3, 300)) {
                ResampleWeights weights = randomWeights(filter, fixture, 300);
                assertHorizontalTwins(fixture, weights, fixture.length(300));
            }
        }
    }

    private void assertHorizontalTwins(PlaneFixture fixture, ResampleWeights weights, int height) {
        Plane source = fixture.plane(weights.sourceSize(), height);
        Plane expected = fixture.plane(weights.size(), height);
        Plane actual = fixture.plane(weights.size(), height);
        scalar.horizontal(source, expected, weights, 0, height, scratch);
        vector.horizontal(source, actual, weights, 0, height, scratch);
        fixture.assertSame(expected, actual, 0, height);
    }

    @ParameterizedTest
    @CsvSource({
        "BICUBIC, 0.7, 4",
        "LANCZOS, 0.7, 8",
        "LANCZOS, 1.8, 12",
        "LANCZOS, 2.5, 16",
        "LANCZOS, 3.2, 20",
        "LANCZOS, 3.9, 24",
        "LANCZOS, 8.6, 52"
    })
    void bothPasses_eachNumberOfTaps_equalScalar(ResampleFilter filter, double scale, int taps) {
        try (PlaneFixture fixture = new PlaneFixture(taps, 6, 720)) {
            int target = (int) (500 / scale);
            ResampleWeights weights = ResampleWeights.of(filter, 500, 0, target * scale, target, target);
            assertEquals(taps, weights.taps());
            assertHorizontalTwins(fixture, weights, 19);
            assertVerticalTwins(fixture, weights, 40);
        }
    }

    /** Means that are a half but for the rounding of the weights: only sums in the same order come out on the same side. */
    @ParameterizedTest
    @CsvSource({
        "BOX, 0, 6, 8",
        "BOX, 0, 10, 12",
        "BOX, 0, 12, 12",
        "BILINEAR, 0.5, 7, 16",
        "BOX, 0, 20, 20",
        "BOX, 0, 22, 24",
        "BOX, 0, 52, 52"
    })
    void bothPasses_meansAboutAHalf_equalScalar(ResampleFilter filter, double start, int scale, int taps) {
        int side = 40 * scale;
        try (PlaneFixture fixture = new PlaneFixture(scale, 6, side + 400)) {
            ResampleWeights weights = ResampleWeights.of(filter, side + 1, start, side, 40, 40);
            assertEquals(taps, weights.taps());
            assertHorizontalTwins(fixture, weights, 400);
            assertVerticalTwins(fixture, weights, 400);
        }
    }

    @Test
    void horizontal_manyStrips_equalsScalar() {
        for (int[] widths : new int[][] {{5000, 700}, {3000, 2999}, {900, 5000}, {4999, 3}, {1, 4000}}) {
            try (PlaneFixture fixture = new PlaneFixture(widths[0], 3, 400)) {
                assertHorizontalTwins(
                        fixture,
                        ResampleWeights.of(ResampleFilter.LANCZOS, widths[0], 0, widths[0], widths[1], widths[1]),
                        11);
            }
        }
    }
}
