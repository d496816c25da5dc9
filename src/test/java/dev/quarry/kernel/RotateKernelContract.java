package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.Plane;
import dev.quarry.kernel.RotateKernel.AffineMap;
import dev.quarry.kernel.RotateKernel.Interpolation;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kernel that samples along an affine map does. */
abstract class RotateKernelContract {

    private static final AffineMap IDENTITY = new AffineMap(1, 0, 0, 0, 1, 0);

    // Of 32 fraction bits, after a hundred steps.
    private static final double LAST_BITS = 100 * 0x1p-32;

    abstract RotateKernel kernel();

    private void rotate(
            Plane source, Plane target, AffineMap map, Interpolation interpolation, int outside, int from, int to) {
        kernel().rotate(
                        List.of(source),
                        List.of(target),
                        map,
                        interpolation,
                        new int[] {outside},
                        from,
                        to,
                        new Scratch());
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void rotate_byNothing_copies(Interpolation interpolation) {
        for (long seed = 0; seed < 20; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 100)) {
                Plane source = fixture.plane(fixture.length(100), fixture.length(100));
                Plane target = fixture.plane(source.width(), source.height());
                rotate(source, target, IDENTITY, interpolation, 7, 0, target.height());
                fixture.assertSame(source, target, 0, target.height());
            }
        }
    }

    @Test
    void rotate_halfASampleAside_isBetweenTheTwo() {
        try (PlaneFixture fixture = new PlaneFixture(1, 4, 8)) {
            Plane source = fixture.plane(5, 1);
            PlaneFixture.set(source, 10, 20, 40, 41, 0);
            Plane target = fixture.plane(6, 1);
            AffineMap map = new AffineMap(1, 0, -0.5, 0, 1, 0);
            rotate(source, target, map, Interpolation.BILINEAR, 99, 0, 1);
            assertEquals("10 15 30 41 21 99", PlaneFixture.text(target));
            rotate(source, target, map, Interpolation.NEAREST, 99, 0, 1);
            assertEquals("10 20 40 41 0 99", PlaneFixture.text(target));
        }
    }

    @Test
    void rotate_halfASampleAsideByCubic_weighsAsPillow() {
        try (PlaneFixture fixture = new PlaneFixture(1, 4, 9)) {
            Plane source = fixture.plane(9, 1);
            PlaneFixture.set(source, 100, 100, 100, 100, 200, 100, 100, 100, 100);
            Plane target = fixture.plane(9, 1);
            rotate(source, target, new AffineMap(1, 0, 0.5, 0, 1, 0), Interpolation.BICUBIC, 0, 0, 1);
            // Pillow 13.0.0 cuts 87.5 and 162.5 off where half up is the rule here.
            assertEquals("100 100 88 163 163 88 100 100 0", PlaneFixture.text(target));
        }
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void rotate_anyAngle_isTheInterpolatedSampleRoundedHalfUp(Interpolation interpolation) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 100)) {
                Plane source = fixture.plane(fixture.length(100), fixture.length(100));
                Plane target = fixture.plane(fixture.length(100), fixture.length(100));
                AffineMap map = randomMap(fixture.random(), source, target);
                int fromRow = fixture.random().nextInt(target.height());
                byte[] before = fixture.snapshot();
                rotate(source, target, map, interpolation, 33, fromRow, target.height());
                fixture.assertOnlyChanged(before, target, fromRow, target.height());
                for (int y = fromRow; y < target.height(); y++) {
                    for (int x = 0; x < target.width(); x++) {
                        assertSample(source, map, interpolation, x, y, target.sample(x, y), seed);
                    }
                }
            }
        }
    }

    /** A turn about the centres by any angle, with some change of scale. */
    private static AffineMap randomMap(Random random, Plane source, Plane target) {
        double angle = random.nextDouble() * 2 * Math.PI;
        double scale = 0.5 + random.nextDouble();
        double a = scale * Math.cos(angle);
        double b = scale * Math.sin(angle);
        double middleX = target.width() / 2.0;
        double middleY = target.height() / 2.0;
        return new AffineMap(
                a,
                b,
                source.width() / 2.0 - a * middleX - b * middleY,
                -b,
                a,
                source.height() / 2.0 + b * middleX - a * middleY);
    }

    private static void assertSample(
            Plane source, AffineMap map, Interpolation interpolation, int x, int y, int actual, long seed) {
        double atX = map.a() * (x + 0.5) + map.b() * (y + 0.5) + map.c();
        double atY = map.d() * (x + 0.5) + map.e() * (y + 0.5) + map.f();
        double edge = Math.min(
                Math.min(Math.abs(atX), Math.abs(atX - source.width())),
                Math.min(Math.abs(atY), Math.abs(atY - source.height())));
        double pixelEdge = Math.min(Math.abs(atX - Math.rint(atX)), Math.abs(atY - Math.rint(atY)));
        if (edge < LAST_BITS || interpolation == Interpolation.NEAREST && pixelEdge < LAST_BITS) {
            return; // inside or outside, one pixel or its neighbour, by the last bits
        }
        boolean inside = atX >= 0 && atX < source.width() && atY >= 0 && atY < source.height();
        double exact = inside ? read(source, interpolation, atX, atY) : 33;
        double clamped = Math.max(0, Math.min(255, exact));
        assertTrue(
                Math.abs(clamped - actual) <= 0.501,
                () -> "%d for %s at %d, %d, seed %d".formatted(actual, exact, x, y, seed));
    }

    private static double read(Plane source, Interpolation interpolation, double x, double y) {
        return switch (interpolation) {
            case NEAREST -> source.sample((int) x, (int) y);
            case BILINEAR -> weighted(source, x, y, 1);
            case BICUBIC -> weighted(source, x, y, 2);
        };
    }

    /** The sum over all samples within {@code reach} of the point, edges repeated. */
    private static double weighted(Plane source, double x, double y, int reach) {
        double sum = 0;
        for (int row = -3; row < source.height() + 3; row++) {
            double down = weight(row + 0.5 - y, reach);
            for (int column = -3; down != 0 && column < source.width() + 3; column++) {
                int sample = source.sample(
                        Math.clamp(column, 0, source.width() - 1), Math.clamp(row, 0, source.height() - 1));
                sum += down * weight(column + 0.5 - x, reach) * sample;
            }
        }
        return sum;
    }

    /** A triangle, or Keys' cubic with a = −1. */
    private static double weight(double distance, int reach) {
        double t = Math.abs(distance);
        if (reach == 1) {
            return Math.max(0, 1 - t);
        }
        if (t <= 1) {
            return t * t * t - 2 * t * t + 1;
        }
        return t < 2 ? -t * t * t + 5 * t * t - 8 * t + 4 : 0;
    }

    @Test
    void rotate_rowsThatAreNotThere_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane source = fixture.plane(9, 7);
            Plane target = fixture.plane(9, 7);
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> rotate(source, target, IDENTITY, Interpolation.NEAREST, 0, 0, 8));
        }
    }

    @Test
    void rotate_intoNowhere_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane source = fixture.plane(9, 7);
            Plane target = fixture.plane(9, 7);
            for (double far : new double[] {0x1p30, Double.NEGATIVE_INFINITY, Double.NaN}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> rotate(
                                source, target, new AffineMap(1, 0, 0, 0, far, 0), Interpolation.NEAREST, 0, 0, 7));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Interpolation.class)
    void rotate_manyBands_givesEachTheResultOfItsOwn(Interpolation interpolation) {
        for (int bands = 1; bands <= 4; bands++) {
            try (PlaneFixture fixture = new PlaneFixture(bands, 12, 100)) {
                List<Plane> sources = planes(fixture, bands, 90, 70);
                List<Plane> together = planes(fixture, bands, 77, 100);
                List<Plane> apart = planes(fixture, bands, 77, 100);
                AffineMap map = randomMap(fixture.random(), sources.getFirst(), together.getFirst());
                int[] outside = {1, 2, 3, 4};
                kernel().rotate(sources, together, map, interpolation, outside, 0, 100, new Scratch());
                for (int band = 0; band < bands; band++) {
                    rotate(sources.get(band), apart.get(band), map, interpolation, outside[band], 0, 100);
                    fixture.assertSame(apart.get(band), together.get(band), 0, 100);
                }
            }
        }
    }

    private static List<Plane> planes(PlaneFixture fixture, int count, int width, int height) {
        return IntStream.range(0, count)
                .mapToObj(band -> fixture.plane(width, height))
                .toList();
    }
}
