package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every resampling kernel does. */
abstract class ResampleKernelContract {

    /** Half a step of rounding and what 32-bit sums may be off. */
    private static final double TOLERANCE = 0.5 + 1e-3;

    final Scratch scratch = new Scratch();

    abstract ResampleKernel kernel();

    /** Random sizes, a random window, and the weights from one to the other. */
    static ResampleWeights randomWeights(ResampleFilter filter, PlaneFixture fixture, int most) {
        Random random = fixture.random();
        int source = fixture.length(most);
        int target = fixture.length(most);
        double start = random.nextBoolean() ? 0 : random.nextDouble() * source / 2;
        double size = start == 0 ? source : (source - start) * (0.1 + 0.9 * random.nextDouble());
        return ResampleWeights.of(filter, source, start, size, target, target - random.nextInt(2) * 0.5);
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void vertical_anySize_isTheWeightedSumRoundedHalfUp(ResampleFilter filter) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 150)) {
                ResampleWeights weights = randomWeights(filter, fixture, 150);
                int width = fixture.length(150);
                Plane source = fixture.plane(width, weights.sourceSize());
                Plane target = fixture.plane(width, weights.size());
                int fromRow = fixture.random().nextInt(target.height());
                int toRow = fromRow + fixture.random().nextInt(target.height() - fromRow + 1);
                byte[] before = fixture.snapshot();
                kernel().vertical(source, target, weights, fromRow, toRow, scratch);
                fixture.assertOnlyChanged(before, target, fromRow, toRow);
                for (int y = fromRow; y < toRow; y++) {
                    for (int x = 0; x < width; x++) {
                        double sum = 0;
                        for (int tap = weights.firstTap(y); tap < weights.endTap(y); tap++) {
                            sum += weight(weights, y, tap) * source.sample(x, tap);
                        }
                        assertRounded(sum, target.sample(x, y), seed);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void horizontal_anySize_isTheWeightedSumRoundedHalfUp(ResampleFilter filter) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 150)) {
                ResampleWeights weights = randomWeights(filter, fixture, 150);
                int height = fixture.length(150);
                Plane source = fixture.plane(weights.sourceSize(), height);
                Plane target = fixture.plane(weights.size(), height);
                int fromRow = fixture.random().nextInt(height);
                int toRow = fromRow + fixture.random().nextInt(height - fromRow + 1);
                byte[] before = fixture.snapshot();
                kernel().horizontal(source, target, weights, fromRow, toRow, scratch);
                fixture.assertOnlyChanged(before, target, fromRow, toRow);
                for (int y = fromRow; y < toRow; y++) {
                    for (int x = 0; x < target.width(); x++) {
                        double sum = 0;
                        for (int tap = weights.firstTap(x); tap < weights.endTap(x); tap++) {
                            sum += weight(weights, x, tap) * source.sample(tap, y);
                        }
                        assertRounded(sum, target.sample(x, y), seed);
                    }
                }
            }
        }
    }

    private static double weight(ResampleWeights weights, int i, int sample) {
        return weights.weights()[i * weights.taps() + sample - weights.starts()[i]];
    }

    private static void assertRounded(double sum, int sample, long seed) {
        double exact = Math.max(0, Math.min(255, sum));
        assertTrue(Math.abs(exact - sample) <= TOLERANCE, () -> sample + " for " + exact + ", seed " + seed);
    }

    @Test
    void bothPasses_exactHalves_areRoundedUp() {
        try (PlaneFixture fixture = new PlaneFixture(1, 8, 8)) {
            ResampleWeights halves = ResampleWeights.of(ResampleFilter.BOX, 8, 0, 8, 4, 4);
            Plane row = fixture.plane(8, 1);
            PlaneFixture.set(row, 0, 1, 1, 2, 2, 3, 255, 254);
            Plane across = fixture.plane(4, 1);
            kernel().horizontal(row, across, halves, 0, 1, scratch);
            assertEquals("1 2 3 255", PlaneFixture.text(across));
            Plane column = fixture.plane(1, 8);
            PlaneFixture.set(column, 0, 1, 1, 2, 2, 3, 255, 254);
            Plane down = fixture.plane(1, 4);
            kernel().vertical(column, down, halves, 0, 4, scratch);
            assertEquals("1 / 2 / 3 / 255", PlaneFixture.text(down));
        }
    }

    @Test
    void bothPasses_overshoot_isClamped() {
        try (PlaneFixture fixture = new PlaneFixture(1, 8, 16)) {
            ResampleWeights twice = ResampleWeights.of(ResampleFilter.LANCZOS, 6, 0, 6, 12, 12);
            Plane row = fixture.plane(6, 1);
            PlaneFixture.set(row, 0, 0, 0, 255, 255, 255);
            Plane across = fixture.plane(12, 1);
            kernel().horizontal(row, across, twice, 0, 1, scratch);
            // Pillow 13.0.0 gives the same.
            assertEquals("0 2 7 0 0 54 201 255 255 248 253 255", PlaneFixture.text(across));
        }
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void bothPasses_evenPicture_staysAsItIs(ResampleFilter filter) {
        try (PlaneFixture fixture = new PlaneFixture(1, 4, 100)) {
            for (int value : new int[] {0, 1, 127, 254, 255}) {
                ResampleWeights weights = ResampleWeights.of(filter, 100, 0.3, 99, 37, 36.5);
                Plane source = fixture.plane(100, 100);
                new ScalarPoint().fill(source, value, 0, 100);
                Plane down = fixture.plane(100, 37);
                Plane both = fixture.plane(37, 37);
                kernel().vertical(source, down, weights, 0, 37, scratch);
                kernel().horizontal(down, both, weights, 0, 37, scratch);
                new ScalarPoint().fill(source, value, 0, 100);
                Plane expected = source.view(new Rect(0, 0, 37, 37));
                fixture.assertSame(expected, both, 0, 37);
                fixture.forget();
            }
        }
    }

    @Test
    void bothPasses_inBands_areTheSame() {
        try (PlaneFixture fixture = new PlaneFixture(1, 5, 120)) {
            ResampleWeights weights = ResampleWeights.of(ResampleFilter.LANCZOS, 120, 0, 120, 50, 50);
            Plane source = fixture.plane(120, 120);
            Plane whole = fixture.plane(120, 50);
            Plane banded = fixture.plane(120, 50);
            kernel().vertical(source, whole, weights, 0, 50, scratch);
            int[] bands = {0, 1, 4, 13, 29, 50};
            for (int i = 1; i < bands.length; i++) {
                kernel().vertical(source, banded, weights, bands[i - 1], bands[i], scratch);
            }
            fixture.assertSame(whole, banded, 0, 50);
            Plane narrow = fixture.plane(50, 50);
            Plane narrowBanded = fixture.plane(50, 50);
            kernel().horizontal(whole, narrow, weights, 0, 50, scratch);
            for (int i = 1; i < bands.length; i++) {
                kernel().horizontal(whole, narrowBanded, weights, bands[i - 1], bands[i], scratch);
            }
            fixture.assertSame(narrow, narrowBanded, 0, 50);
        }
    }

    @Test
    void bothPasses_croppedPlaneOfManyBlocks_readOnlyTheCrop() {
        StorageSettings small = StorageSettings.portable(4 << 20).withBlocks(4096, 64);
        try (BlockStorage storage = BlockStorage.open(small);
                StorageScope scope = storage.openScope("test", 2 << 20);
                Image whole = Image.allocate(scope, ImageSpec.of(300, 200, ColorModel.GRAY), false);
                Image part = Image.allocate(scope, ImageSpec.of(101, 77, ColorModel.GRAY), false);
                Image narrow = Image.allocate(scope, ImageSpec.of(33, 77, ColorModel.GRAY), false)) {
            Rect rect = new Rect(67, 31, 101, 77);
            for (int y = 0; y < 200; y++) {
                for (int x = 0; x < 300; x++) {
                    whole.plane(0).setSample(x, y, rect.isInside(300, 200) && inside(rect, x, y) ? 80 : 255);
                }
            }
            ResampleWeights across = ResampleWeights.of(ResampleFilter.LANCZOS, 101, 0, 101, 33, 33);
            ResampleWeights down = ResampleWeights.of(ResampleFilter.LANCZOS, 77, 0, 77, 77, 77);
            kernel().vertical(whole.plane(0).view(rect), part.plane(0), down, 0, 77, scratch);
            kernel().horizontal(part.plane(0), narrow.plane(0), across, 0, 77, scratch);
            for (int y = 0; y < 77; y++) {
                for (int x = 0; x < 33; x++) {
                    assertEquals(80, narrow.plane(0).sample(x, y));
                }
            }
        }
    }

    private static boolean inside(Rect rect, int x, int y) {
        return x >= rect.x() && x < rect.x() + rect.width() && y >= rect.y() && y < rect.y() + rect.height();
    }

    @Test
    void bothPasses_planesThatDoNotFit_areRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 4, 20)) {
            ResampleWeights weights = ResampleWeights.of(ResampleFilter.BOX, 20, 0, 20, 10, 10);
            Plane source = fixture.plane(20, 20);
            Plane flat = fixture.plane(20, 10);
            Plane thin = fixture.plane(10, 20);
            Plane little = fixture.plane(10, 10);
            assertThrows(
                    IllegalArgumentException.class, () -> kernel().vertical(source, little, weights, 0, 10, scratch));
            assertThrows(IllegalArgumentException.class, () -> kernel().vertical(flat, flat, weights, 0, 10, scratch));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> kernel().vertical(source, flat, weights, 0, 11, scratch));
            assertThrows(
                    IllegalArgumentException.class, () -> kernel().horizontal(little, thin, weights, 0, 10, scratch));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> kernel().horizontal(source, little, weights, 0, 20, scratch));
        }
    }
}
