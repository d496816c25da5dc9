package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.Plane;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every kernel of colour conversion does. */
abstract class ConvertKernelContract {

    /** Half a step, and what 16 fraction bits may be off for three terms. */
    private static final double TOLERANCE = 0.5 + 0.005;

    abstract ConvertKernel kernel();

    /** Three planes of 256 columns in which every pair of second and third value meets some first values. */
    private static List<Plane> grid(PlaneFixture fixture) {
        List<Plane> planes =
                List.of(fixture.plane(256, 256 * 5), fixture.plane(256, 256 * 5), fixture.plane(256, 256 * 5));
        int[] firsts = {0, 1, 77, 200, 255};
        for (int y = 0; y < 256 * 5; y++) {
            for (int x = 0; x < 256; x++) {
                planes.get(0).setSample(x, y, firsts[y / 256]);
                planes.get(1).setSample(x, y, y % 256);
                planes.get(2).setSample(x, y, x);
            }
        }
        return planes;
    }

    private static List<Plane> three(PlaneFixture fixture, int width, int height) {
        return List.of(fixture.plane(width, height), fixture.plane(width, height), fixture.plane(width, height));
    }

    private void toRgb(List<Plane> from, List<Plane> to, int fromRow, int toRow) {
        kernel().ycbcrToRgb(from.get(0), from.get(1), from.get(2), to.get(0), to.get(1), to.get(2), fromRow, toRow);
    }

    private void toYcbcr(List<Plane> from, List<Plane> to, int fromRow, int toRow) {
        kernel().rgbToYcbcr(from.get(0), from.get(1), from.get(2), to.get(0), to.get(1), to.get(2), fromRow, toRow);
    }

    private static void assertRounded(double exact, int actual, Object what) {
        double clamped = Math.max(0, Math.min(255, exact));
        assertTrue(Math.abs(clamped - actual) <= TOLERANCE, () -> actual + " for " + exact + " from " + what);
    }

    @Test
    void ycbcrToRgb_manyColours_areTheMatrixOfT871() {
        try (PlaneFixture fixture = new PlaneFixture(1, 30, 256)) {
            List<Plane> from = grid(fixture);
            List<Plane> to = three(fixture, 256, 256 * 5);
            toRgb(from, to, 0, 256 * 5);
            for (int row = 0; row < 256 * 5; row++) {
                for (int x = 0; x < 256; x++) {
                    int y = from.get(0).sample(x, row);
                    int cb = from.get(1).sample(x, row) - 128;
                    int cr = from.get(2).sample(x, row) - 128;
                    List<Integer> what = List.of(y, cb, cr);
                    assertRounded(y + 1.402 * cr, to.get(0).sample(x, row), what);
                    assertRounded(
                            y - (0.114 * 1.772 * cb + 0.299 * 1.402 * cr) / 0.587,
                            to.get(1).sample(x, row),
                            what);
                    assertRounded(y + 1.772 * cb, to.get(2).sample(x, row), what);
                }
            }
        }
    }

    @Test
    void rgbToYcbcr_manyColours_areTheMatrixOfT871() {
        try (PlaneFixture fixture = new PlaneFixture(1, 30, 256)) {
            List<Plane> from = grid(fixture);
            List<Plane> to = three(fixture, 256, 256 * 5);
            toYcbcr(from, to, 0, 256 * 5);
            for (int row = 0; row < 256 * 5; row++) {
                for (int x = 0; x < 256; x++) {
                    int r = from.get(0).sample(x, row);
                    int g = from.get(1).sample(x, row);
                    int b = from.get(2).sample(x, row);
                    double luma = 0.299 * r + 0.587 * g + 0.114 * b;
                    List<Integer> what = List.of(r, g, b);
                    assertRounded(luma, to.get(0).sample(x, row), what);
                    assertRounded(128 + (b - luma) / 1.772, to.get(1).sample(x, row), what);
                    assertRounded(128 + (r - luma) / 1.402, to.get(2).sample(x, row), what);
                }
            }
        }
    }

    @Test
    void rgbToYcbcr_someColours_areThoseOfJpeg() {
        try (PlaneFixture fixture = new PlaneFixture(1, 6, 8)) {
            List<Plane> rgb = three(fixture, 6, 1);
            PlaneFixture.set(rgb.get(0), 0, 255, 255, 0, 0, 12);
            PlaneFixture.set(rgb.get(1), 0, 255, 0, 255, 0, 34);
            PlaneFixture.set(rgb.get(2), 0, 255, 0, 0, 255, 56);
            List<Plane> ycbcr = three(fixture, 6, 1);
            toYcbcr(rgb, ycbcr, 0, 1);
            assertEquals("0 255 76 150 29 30", PlaneFixture.text(ycbcr.get(0)));
            assertEquals("128 128 85 44 255 143", PlaneFixture.text(ycbcr.get(1)));
            assertEquals("128 128 255 21 107 115", PlaneFixture.text(ycbcr.get(2)));
        }
    }

    @Test
    void rgbToYcbcr_halfAStepOfChroma_isRoundedUp() {
        try (PlaneFixture fixture = new PlaneFixture(1, 6, 8)) {
            List<Plane> rgb = three(fixture, 2, 1);
            PlaneFixture.set(rgb.get(0), 0, 1);
            PlaneFixture.set(rgb.get(1), 0, 0);
            PlaneFixture.set(rgb.get(2), 1, 0);
            List<Plane> ycbcr = three(fixture, 2, 1);
            toYcbcr(rgb, ycbcr, 0, 1);
            assertEquals("129 128", PlaneFixture.text(ycbcr.get(1)));
            assertEquals("128 129", PlaneFixture.text(ycbcr.get(2)));
        }
    }

    @Test
    void ycbcrToRgb_inPlaceOfAnySize_changesTheseRowsOnly() {
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 6, 200)) {
                int width = fixture.length(200);
                int height = fixture.length(40);
                int fromRow = fixture.random().nextInt(height);
                List<Plane> planes = three(fixture, width, height);
                List<Plane> apart = three(fixture, width, height);
                byte[] before = fixture.snapshot();
                toRgb(planes, apart, fromRow, height);
                fixture.assertOnlyChanged(before, apart, fromRow, height, PlaneFixture.padded(width));
                before = fixture.snapshot();
                toRgb(planes, planes, fromRow, height);
                fixture.assertOnlyChanged(before, planes, fromRow, height, PlaneFixture.padded(width));
                for (int band = 0; band < 3; band++) {
                    fixture.assertSame(apart.get(band), planes.get(band), fromRow, height);
                }
            }
        }
    }

    @Test
    void rgbToYcbcr_inPlaceOfAnySize_changesTheseRowsOnly() {
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 6, 200)) {
                int width = fixture.length(200);
                int height = fixture.length(40);
                int fromRow = fixture.random().nextInt(height);
                List<Plane> planes = three(fixture, width, height);
                List<Plane> apart = three(fixture, width, height);
                byte[] before = fixture.snapshot();
                toYcbcr(planes, apart, fromRow, height);
                fixture.assertOnlyChanged(before, apart, fromRow, height, PlaneFixture.padded(width));
                toYcbcr(planes, planes, fromRow, height);
                for (int band = 0; band < 3; band++) {
                    fixture.assertSame(apart.get(band), planes.get(band), fromRow, height);
                }
            }
        }
    }

    @Test
    void rgbToGray_anySize_isPillowsFormula() {
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 4, 200)) {
                int width = fixture.length(200);
                int height = fixture.length(40);
                int fromRow = fixture.random().nextInt(height);
                List<Plane> rgb = three(fixture, width, height);
                Plane gray = fixture.plane(width, height);
                byte[] before = fixture.snapshot();
                kernel().rgbToGray(rgb.get(0), rgb.get(1), rgb.get(2), gray, fromRow, height);
                fixture.assertOnlyChanged(before, gray, fromRow, height);
                fixture.assertSamples(
                        gray,
                        fromRow,
                        height,
                        (x, y) -> (19595 * rgb.get(0).sample(x, y)
                                        + 38470 * rgb.get(1).sample(x, y)
                                        + 7471 * rgb.get(2).sample(x, y)
                                        + 32768)
                                / 65536);
                kernel().rgbToGray(rgb.get(0), rgb.get(1), rgb.get(2), rgb.get(0), fromRow, height);
                fixture.assertSame(gray, rgb.get(0), fromRow, height);
            }
        }
    }

    @Test
    void cmykToRgb_allPairsOfInkAndBlack_areExact() {
        try (PlaneFixture fixture = new PlaneFixture(1, 7, 256)) {
            List<Plane> ink = three(fixture, 256, 256);
            Plane black = fixture.plane(256, 256);
            for (int y = 0; y < 256; y++) {
                for (int x = 0; x < 256; x++) {
                    ink.get(0).setSample(x, y, x);
                    ink.get(1).setSample(x, y, 255 - x);
                    ink.get(2).setSample(x, y, x ^ y);
                    black.setSample(x, y, y);
                }
            }
            List<Plane> rgb = three(fixture, 256, 256);
            byte[] before = fixture.snapshot();
            kernel().cmykToRgb(ink.get(0), ink.get(1), ink.get(2), black, rgb.get(0), rgb.get(1), rgb.get(2), 0, 256);
            fixture.assertOnlyChanged(before, rgb, 0, 256, 256);
            for (int band = 0; band < 3; band++) {
                Plane amounts = ink.get(band);
                fixture.assertSamples(rgb.get(band), 0, 256, (x, y) ->
                        (int) Math.floor((255 - amounts.sample(x, y)) * (255 - y) / 255.0 + 0.5));
            }
        }
    }

    @Test
    void cmykToRgb_inPlaceOfAnySize_changesTheseRowsOnly() {
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 7, 200)) {
                int width = fixture.length(200);
                int height = fixture.length(40);
                int fromRow = fixture.random().nextInt(height);
                List<Plane> ink = three(fixture, width, height);
                Plane black = fixture.plane(width, height);
                List<Plane> apart = three(fixture, width, height);
                toRgb(ink, black, apart, fromRow, height);
                byte[] before = fixture.snapshot();
                toRgb(ink, black, ink, fromRow, height);
                fixture.assertOnlyChanged(before, ink, fromRow, height, PlaneFixture.padded(width));
                for (int band = 0; band < 3; band++) {
                    fixture.assertSame(apart.get(band), ink.get(band), fromRow, height);
                }
            }
        }
    }

    private void toRgb(List<Plane> ink, Plane black, List<Plane> rgb, int fromRow, int toRow) {
        kernel().cmykToRgb(
                        ink.get(0), ink.get(1), ink.get(2), black, rgb.get(0), rgb.get(1), rgb.get(2), fromRow, toRow);
    }

    @Test
    void anyConversion_planesOfUnequalSize_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 8, 9)) {
            Plane a = fixture.plane(9, 7);
            Plane b = fixture.plane(8, 7);
            assertThrows(IllegalArgumentException.class, () -> kernel().ycbcrToRgb(a, b, a, a, a, a, 0, 7));
            assertThrows(IllegalArgumentException.class, () -> kernel().rgbToYcbcr(a, a, a, b, b, b, 0, 7));
            assertThrows(IllegalArgumentException.class, () -> kernel().rgbToGray(a, a, a, b, 0, 7));
            assertThrows(IllegalArgumentException.class, () -> kernel().cmykToRgb(a, a, a, b, a, a, a, 0, 7));
            assertThrows(IndexOutOfBoundsException.class, () -> kernel().rgbToGray(a, a, a, a, 0, 8));
        }
    }

    @Test
    void doubleChroma_anySize_isLinearBetweenCentres() {
        for (long seed = 0; seed < 30; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 200)) {
                Plane target = fixture.plane(fixture.length(200), fixture.length(60));
                Plane source = fixture.plane((target.width() + 1) / 2, (target.height() + 1) / 2);
                kernel().doubleChroma(source, target, 0, target.height());
                fixture.assertSamples(target, 0, target.height(), (x, y) ->
                        (int) Math.floor(linear(source, (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5) + 0.5));
            }
        }
    }

    /** The sample at a point between sample centres; all weights are sixteenths, so that this is exact. */
    private static double linear(Plane plane, double x, double y) {
        int left = (int) Math.floor(x);
        int top = (int) Math.floor(y);
        double upper = (left + 1 - x) * edge(plane, left, top) + (x - left) * edge(plane, left + 1, top);
        double lower = (left + 1 - x) * edge(plane, left, top + 1) + (x - left) * edge(plane, left + 1, top + 1);
        return (top + 1 - y) * upper + (y - top) * lower;
    }

    private static int edge(Plane plane, int x, int y) {
        return plane.sample(Math.clamp(x, 0, plane.width() - 1), Math.clamp(y, 0, plane.height() - 1));
    }

    @Test
    void doubleChroma_planeOfAnotherSize_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 16)) {
            Plane whole = fixture.plane(9, 9);
            Plane half = fixture.plane(4, 5);
            assertThrows(IllegalArgumentException.class, () -> kernel().doubleChroma(half, whole, 0, 9));
        }
    }
}
