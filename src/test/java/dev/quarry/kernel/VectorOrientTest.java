package dev.quarry.kernel;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorOrientTest extends OrientKernelContract {

    private final OrientKernel scalar = new ScalarOrient();
    private final OrientKernel vector = new VectorOrient();

    @Override
    OrientKernel kernel() {
        return vector;
    }

    @ParameterizedTest
    @EnumSource
    void orient_anySize_equalsScalar(Orientation turn) {
        for (TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = size.fixture(3)) {
                Plane expected = fixture.plane(size.width(), size.height());
                Plane actual = fixture.copyOf(expected);
                Plane source = turn.swapsAxes()
                        ? fixture.plane(size.height(), size.width())
                        : fixture.plane(size.width(), size.height());
                scalar.orient(source, expected, turn, size.fromRow(), size.toRow(), new Scratch());
                byte[] before = fixture.snapshot();
                vector.orient(source, actual, turn, size.fromRow(), size.toRow(), new Scratch());
                fixture.assertOnlyChanged(before, actual, size.fromRow(), size.toRow());
                fixture.assertSame(expected, actual, size.fromRow(), size.toRow());
            }
        }
    }
}
