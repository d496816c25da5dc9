package dev.quarry.kernel;

import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorAlphaTest extends AlphaKernelContract {

    private final AlphaKernel scalar = new ScalarAlpha();
    private final AlphaKernel vector = new VectorAlpha();

    @Override
    AlphaKernel kernel() {
        return vector;
    }

    @FunctionalInterface
    private interface Step {
        void run(AlphaKernel kernel, Plane color, Plane alpha, int fromRow, int toRow);
    }

    static TwinCase[] cases() {
        return TwinCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void premultiply_anySize_equalsScalar(TwinCase size) {
        compare(size, AlphaKernel::premultiply);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void unpremultiply_anySize_equalsScalar(TwinCase size) {
        compare(size, AlphaKernel::unpremultiply);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void flatten_anySize_equalsScalar(TwinCase size) {
        int background = (int) (size.seed() * 37 % 256);
        compare(size, (kernel, color, alpha, from, to) -> kernel.flatten(color, alpha, background, from, to));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 127, 128, 129, 200, 254, 255})
    void flatten_everyPair_equalsScalar(int background) {
        compareEveryPair((kernel, color, alpha, from, to) -> kernel.flatten(color, alpha, background, from, to));
    }

    private void compare(TwinCase size, Step step) {
        try (PlaneFixture fixture = size.fixture(3)) {
            Plane alpha = fixture.plane(size.width(), size.height());
            Plane expected = fixture.plane(size.width(), size.height());
            Plane actual = fixture.copyOf(expected);
            step.run(scalar, expected, alpha, size.fromRow(), size.toRow());
            byte[] before = fixture.snapshot();
            step.run(vector, actual, alpha, size.fromRow(), size.toRow());
            fixture.assertOnlyChanged(before, List.of(actual), size.fromRow(), size.toRow(), size.width());
            fixture.assertSame(expected, actual, 0, size.height());
        }
    }

    /** Colour is the column, alpha the row. */
    private void compareEveryPair(Step step) {
        try (PlaneFixture fixture = new PlaneFixture(0, 3, 256)) {
            Plane alpha = fixture.plane(256, 256);
            Plane expected = fixture.plane(256, 256);
            for (int y = 0; y < 256; y++) {
                for (int x = 0; x < 256; x++) {
                    alpha.setSample(x, y, y);
                    expected.setSample(x, y, x);
                }
            }
            Plane actual = fixture.copyOf(expected);
            step.run(scalar, expected, alpha, 0, 256);
            step.run(vector, actual, alpha, 0, 256);
            fixture.assertSame(expected, actual, 0, 256);
        }
    }
}
