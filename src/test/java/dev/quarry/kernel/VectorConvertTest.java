package dev.quarry.kernel;

import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorConvertTest extends ConvertKernelContract {

    private final ConvertKernel scalar = new ScalarConvert();
    private final ConvertKernel vector = new VectorConvert();

    @Override
    ConvertKernel kernel() {
        return vector;
    }

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

    @ParameterizedTest
    @MethodSource("cases")
    void doubleChroma_anySize_equalsScalar(TwinCase size) {
        try (PlaneFixture fixture = size.fixture(3)) {
            Plane source = fixture.plane(Math.ceilDiv(size.width(), 2), Math.ceilDiv(size.height(), 2));
            Plane expected = fixture.plane(size.width(), size.height());
            Plane actual = fixture.copyOf(expected);
            int fromRow = expected.height() / 3;
            scalar.doubleChroma(source, expected, fromRow, expected.height());
            byte[] before = fixture.snapshot();
            vector.doubleChroma(source, actual, fromRow, actual.height());
            fixture.assertOnlyChanged(before, actual, fromRow, actual.height());
            fixture.assertSame(expected, actual, 0, actual.height());
        }
    }

    /** The whole cube would be 2²⁴ points, which is what this is, in 64 planes of 256 × 1024. */
    @Test
    void threeBands_everyColour_equalScalar() {
        try (PlaneFixture fixture = new PlaneFixture(0, 9, 1024)) {
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
                        fixture.assertSame(expected.get(band), actual.get(band), 0, 1024);
                    }
                }
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
                fixture.assertSame(expected.get(band), actual.get(band), 0, size.height());
            }
        }
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
                fixture.assertSame(expected.get(band), actual.get(band), 0, size.height());
                fixture.assertSame(expected.get(band), again.get(band), size.fromRow(), size.toRow());
            }
        }
    }

    private static List<Plane> planes(PlaneFixture fixture, int count, int width, int height) {
        return IntStream.range(0, count)
                .mapToObj(band -> fixture.plane(width, height))
                .toList();
    }
}
