package dev.quarry.kernel;

import dev.quarry.image.Plane;
import dev.quarry.kernel.RotateKernel.AffineMap;
import dev.quarry.kernel.RotateKernel.Interpolation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorRotateTest extends RotateKernelContract {

    private final RotateKernel scalar = new ScalarRotate();
    private final RotateKernel vector = new VectorRotate();
    private final Scratch scratch = new Scratch();

    @Override
    RotateKernel kernel() {
        return vector;
    }

    @ParameterizedTest
    @EnumSource
    void rotate_anySizeAndMap_equalsScalar(Interpolation interpolation) {
        for (TwinCases.TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = new PlaneFixture(size.seed(), 4, 320)) {
                Plane source = fixture.plane(
                        1 + fixture.random().nextInt(300), 1 + fixture.random().nextInt(300));
                Plane expected = fixture.plane(size.width(), size.height());
                Plane actual = fixture.copyOf(expected);
                AffineMap map = map(fixture.random(), size, source);
                int[] outside = {200};
                int from = size.fromRow();
                int to = size.toRow();
                scalar.rotate(List.of(source), List.of(expected), map, interpolation, outside, from, to, scratch);
                byte[] before = fixture.snapshot();
                vector.rotate(List.of(source), List.of(actual), map, interpolation, outside, from, to, scratch);
                fixture.assertOnlyChanged(before, actual, from, to);
                fixture.assertSame(expected, actual, 0, actual.height());
            }
        }
    }

    /** Turns about the middles, some exactly along the axes, some much smaller or larger, some with a point at an edge. */
    private static AffineMap map(Random random, TwinCases.TwinCase size, Plane source) {
        double angle = random.nextInt(4) == 0 ? random.nextInt(4) * Math.PI / 2 : random.nextDouble() * 2 * Math.PI;
        double scale = random.nextInt(3) == 0 ? Math.pow(2, random.nextInt(9) - 4) : 1;
        double a = Math.rint(scale * Math.cos(angle) * 1e15) / 1e15;
        double b = Math.rint(scale * Math.sin(angle) * 1e15) / 1e15;
        double x = size.width() / 2.0;
        double y = size.height() / 2.0;
        return new AffineMap(a, b, source.width() / 2.0 - a * x - b * y, -b, a, source.height() / 2.0 + b * x - a * y);
    }
}
