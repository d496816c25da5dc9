package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorConvertTest {

    private final ConvertKernel scalar = new ScalarConvert();
    private final ConvertKernel vector = new VectorConvert();

    @FunctionalInterface
    private interface Step {
        void run(ConvertKernel kernel, List<Plane> from, List<Plane> to, int fromRow, int toRow);
    }

    private static final Step YCBCR_TO_RGB = (kernel, f, t, from, to) ->
            kernel.ycbcrToRgb(f.get(0), f.get(1), f.get(2), t.get(0), t.get(1), t.get(2), from, to);
    private static final Step RGB_TO_YCBCR = (kernel, f, t, from, to) ->
            kernel.rgbToYcbcr(f.get(0), f.get(1), f.get(2), t.get(0), t.get(1), t.get(2), from, to);
    private static final Step RGB_TO_GRAY =
            (kernel, f, t, from, to) -> kernel.rgbToGray(f.get(0), f.get(1), f.get(2), t.get(0), from, to);
    private static final Step CMYK_TO_RGB = (kernel, f, t, from, to) ->
            kernel.cmykToRgb(f.get(0), f.get(1), f.get(2), f.get(3), t.get(0), t.get(1), t.get(2), from, to);

    static TwinCase[] cases() {
        return TwinCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ycbcrToRgb_anySize_equalsScalar(TwinCase size) {
        compare(size, 3, 3, YCBCR_TO_RGB);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rgbToYcbcr_anySize_equalsScalar(TwinCase size) {
        compare(size, 3, 3, RGB_TO_YCBCR);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rgbToGray_anySize_equalsScalar(TwinCase size) {
        compare(size, 3, 1, RGB_TO_GRAY);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void cmykToRgb_anySize_equalsScalar(TwinCase size) {
        compare(size, 4, 3, CMYK_TO_RGB);
    }

    /** The whole cube would be 2²⁴ points, which is what this is, in 64 planes of 256 × 1024. */
    @Test
    void threeBands_everyColour_equalScalar() {
        try (PlaneFixture fixture = new PlaneFixture(0, 9 * PlaneFixture.bytesFor(256, 1024))) {
            List<Plane> from = planes(fixture, 3, 256, 1024);
            List<Plane> expected = planes(fixture, 3, 256, 1024);
            List<Plane> actual = planes(fixture, 3, 256, 1024);
            for (int part = 0; part < 64; part++) {
                for (int y = 0; y < 1024; y++) {
                    for (int x = 0; x < 256; x++) {
                        from.get(0).setSample(x, y, x);
                        from.get(1).setSample(x, y, y);
                        from.get(2).setSample(x, y, part * 4 + y / 256);
                    }
                }
                for (Step step : List.of(YCBCR_TO_RGB, RGB_TO_YCBCR, RGB_TO_GRAY)) {
                    step.run(scalar, from, expected, 0, 1024);
                    step.run(vector, from, actual, 0, 1024);
                    for (int band = 0; band < 3; band++) {
                        String what = "band " + band + ", part " + part;
                        PlaneFixture.assertSame(expected.get(band), actual.get(band), 0, 1024, what);
                    }
                }
            }
        }
    }

    @Test
    void cmykToRgb_everyPairOfInkAndBlack_equalsScalar() {
        try (PlaneFixture fixture = new PlaneFixture(0, 10 * PlaneFixture.bytesFor(256, 256))) {
            List<Plane> from = planes(fixture, 4, 256, 256);
            List<Plane> expected = planes(fixture, 3, 256, 256);
            List<Plane> actual = planes(fixture, 3, 256, 256);
            for (int y = 0; y < 256; y++) {
                for (int x = 0; x < 256; x++) {
                    for (int band = 0; band < 3; band++) {
                        from.get(band).setSample(x, y, (x + 85 * band) % 256);
                    }
                    from.get(3).setSample(x, y, y);
                }
            }
            CMYK_TO_RGB.run(scalar, from, expected, 0, 256);
            CMYK_TO_RGB.run(vector, from, actual, 0, 256);
            for (int band = 0; band < 3; band++) {
                PlaneFixture.assertSame(expected.get(band), actual.get(band), 0, 256, "band " + band);
            }
        }
    }

    @Test
    void cmykToRgb_redTargetIsBlackSource_equalsScalar() {
        TwinCase size = new TwinCase(5, 77, 9);
        try (PlaneFixture fixture = size.fixture(11)) {
            List<Plane> one = planes(fixture, 4, size.width(), size.height());
            List<Plane> two = one.stream().map(fixture::copyOf).toList();
            List<Plane> expected = List.of(one.get(3), one.get(0), one.get(1));
            List<Plane> actual = List.of(two.get(3), two.get(0), two.get(1));
            CMYK_TO_RGB.run(scalar, one, expected, 0, size.height());
            CMYK_TO_RGB.run(vector, two, actual, 0, size.height());
            for (int band = 0; band < 3; band++) {
                PlaneFixture.assertSame(expected.get(band), actual.get(band), 0, size.height(), "band " + band);
            }
        }
    }

    @Test
    void scalarConversions_everyColour_areRoundedHalfUp() {
        try (PlaneFixture fixture = new PlaneFixture(0, 6 * PlaneFixture.bytesFor(256, 256))) {
            List<Plane> from = planes(fixture, 3, 256, 256);
            List<Plane> to = planes(fixture, 3, 256, 256);
            for (int third = 0; third < 256; third += 15) {
                for (int y = 0; y < 256; y++) {
                    for (int x = 0; x < 256; x++) {
                        from.get(0).setSample(x, y, x);
                        from.get(1).setSample(x, y, y);
                        from.get(2).setSample(x, y, third);
                    }
                }
                YCBCR_TO_RGB.run(scalar, from, to, 0, 256);
                for (int y = 0; y < 256; y++) {
                    for (int x = 0; x < 256; x++) {
                        assertNear(x + 1.402 * (third - 128), to.get(0).sample(x, y));
                        double cb = 0.114 * 1.772 / 0.587;
                        double cr = 0.299 * 1.402 / 0.587;
                        assertNear(
                                x - cb * (y - 128) - cr * (third - 128),
                                to.get(1).sample(x, y));
                        assertNear(x + 1.772 * (y - 128), to.get(2).sample(x, y));
                    }
                }
                RGB_TO_YCBCR.run(scalar, from, to, 0, 256);
                for (int y = 0; y < 256; y++) {
                    for (int x = 0; x < 256; x++) {
                        double luma = 0.299 * x + 0.587 * y + 0.114 * third;
                        assertNear(luma, to.get(0).sample(x, y));
                        assertNear(128 + (third - luma) / 1.772, to.get(1).sample(x, y));
                        assertNear(128 + (x - luma) / 1.402, to.get(2).sample(x, y));
                    }
                }
            }
        }
    }

    /** Factors with 16 fraction bits are off by up to 2⁻¹⁷, times 255 and three terms. */
    private static void assertNear(double exact, int sample) {
        double clamped = Math.max(0, Math.min(255, exact));
        assertEquals(clamped, sample, 0.5 + 0.006);
    }

    /** Once into other planes and once into the sources. */
    private void compare(TwinCase size, int bands, int results, Step step) {
        try (PlaneFixture fixture = size.fixture(2 * bands + 2 * results)) {
            List<Plane> from = planes(fixture, bands, size.width(), size.height());
            List<Plane> again = from.stream().map(fixture::copyOf).toList();
            List<Plane> expected = planes(fixture, results, size.width(), size.height());
            List<Plane> actual = expected.stream().map(fixture::copyOf).toList();
            step.run(scalar, from, expected, size.fromRow(), size.toRow());
            byte[] before = fixture.snapshot();
            step.run(vector, from, actual, size.fromRow(), size.toRow());
            fixture.assertOnlyChanged(before, actual, size.fromRow(), size.toRow(), size.width());
            before = fixture.snapshot();
            step.run(vector, again, again, size.fromRow(), size.toRow());
            List<Plane> changed = again.subList(0, results);
            fixture.assertOnlyChanged(before, changed, size.fromRow(), size.toRow(), size.width());
            for (int band = 0; band < results; band++) {
                String what = "band " + band + ", " + size;
                PlaneFixture.assertSame(expected.get(band), actual.get(band), 0, size.height(), what);
                PlaneFixture.assertSame(
                        expected.get(band), again.get(band), size.fromRow(), size.toRow(), "in place, " + what);
            }
        }
    }

    private static List<Plane> planes(PlaneFixture fixture, int count, int width, int height) {
        return IntStream.range(0, count)
                .mapToObj(band -> fixture.plane(width, height))
                .toList();
    }
}
