package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.image.Plane;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every kernel of alpha does. */
abstract class AlphaKernelContract {

    abstract AlphaKernel kernel();

    /** One pass of an operation over some rows. */
    interface Pass {
        void run(Plane color, Plane alpha, int fromRow, int toRow);
    }

    /** Runs it over every pair of colour (across) and alpha (down), and over planes of random size. */
    private static void assertEverywhere(Pass pass, IntBinaryOperator expected) {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 256)) {
            Plane color = fixture.plane(256, 256);
            Plane alpha = fixture.plane(256, 256);
            for (int y = 0; y < 256; y++) {
                for (int x = 0; x < 256; x++) {
                    color.setSample(x, y, x);
                    alpha.setSample(x, y, y);
                }
            }
            pass.run(color, alpha, 0, 256);
            fixture.assertSamples(color, 0, 256, expected::applyAsInt);
        }
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 3, 200)) {
                Plane color = fixture.plane(fixture.length(200), fixture.length(40));
                Plane original = fixture.copyOf(color);
                Plane alpha = fixture.plane(color.width(), color.height());
                int fromRow = fixture.random().nextInt(color.height());
                byte[] before = fixture.snapshot();
                pass.run(color, alpha, fromRow, color.height());
                fixture.assertOnlyChanged(before, color, fromRow, color.height());
                fixture.assertSamples(
                        color,
                        fromRow,
                        color.height(),
                        (x, y) -> expected.applyAsInt(original.sample(x, y), alpha.sample(x, y)));
            }
        }
    }

    /** a / b to the nearest integer, half up, by a plain search. */
    private static int rounded(int a, int b) {
        int quotient = 0;
        while (2 * a >= (2 * quotient + 1) * b) {
            quotient++;
        }
        return quotient;
    }

    @Test
    void premultiply_allPairs_isTheRoundedProduct() {
        assertEverywhere(kernel()::premultiply, (color, alpha) -> rounded(color * alpha, 255));
    }

    @Test
    void unpremultiply_allPairs_isTheRoundedQuotient() {
        assertEverywhere(
                kernel()::unpremultiply, (color, alpha) -> alpha == 0 ? 0 : Math.min(255, rounded(color * 255, alpha)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 254, 255})
    void flatten_allPairs_isTheRoundedMixture(int background) {
        assertEverywhere(
                (color, alpha, fromRow, toRow) -> kernel().flatten(color, alpha, background, fromRow, toRow),
                (color, alpha) -> rounded(color * alpha + background * (255 - alpha), 255));
    }

    @Test
    void flatten_someSamples_areWhatOneExpects() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 5)) {
            Plane color = fixture.plane(5, 1);
            Plane alpha = fixture.plane(5, 1);
            PlaneFixture.set(color, 0, 0, 0, 100, 200);
            PlaneFixture.set(alpha, 0, 128, 255, 51, 204);
            kernel().flatten(color, alpha, 255, 0, 1);
            assertEquals("255 127 0 224 211", PlaneFixture.text(color));
        }
    }

    @Test
    void premultiply_planesOfUnequalSize_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane color = fixture.plane(9, 7);
            Plane alpha = fixture.plane(9, 6);
            assertThrows(IllegalArgumentException.class, () -> kernel().premultiply(color, alpha, 0, 6));
            assertThrows(IllegalArgumentException.class, () -> kernel().unpremultiply(color, alpha, 0, 6));
            assertThrows(IllegalArgumentException.class, () -> kernel().flatten(color, alpha, 0, 0, 6));
        }
    }
}
