package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorPointTest extends PointKernelContract {

    private final PointKernel scalar = new ScalarPoint();
    private final PointKernel vector = new VectorPoint();

    @Override
    PointKernel kernel() {
        return vector;
    }

    static TwinCase[] cases() {
        return TwinCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void invert_anySize_equalsScalarAndLeavesNeighbours(TwinCase size) {
        try (PlaneFixture fixture = size.fixture(2)) {
            Plane expected = fixture.plane(size.width(), size.height());
            Plane actual = fixture.copyOf(expected);
            scalar.invert(expected, size.fromRow(), size.toRow());
            byte[] before = fixture.snapshot();
            vector.invert(actual, size.fromRow(), size.toRow());
            fixture.assertOnlyChanged(before, List.of(actual), size.fromRow(), size.toRow(), size.width());
            fixture.assertSame(expected, actual, 0, size.height());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fill_anySize_writesExactlyTheColumns(TwinCase size) {
        try (PlaneFixture fixture = size.fixture(1)) {
            Plane plane = fixture.plane(size.width(), size.height());
            byte[] before = fixture.snapshot();
            vector.fill(plane, 200, size.fromRow(), size.toRow());
            fixture.assertOnlyChanged(before, List.of(plane), size.fromRow(), size.toRow(), size.width());
            for (int y = size.fromRow(); y < size.toRow(); y++) {
                for (int x = 0; x < size.width(); x++) {
                    assertEquals(200, plane.sample(x, y), size.toString());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void copy_anySize_writesExactlyTheColumns(TwinCase size) {
        try (PlaneFixture fixture = size.fixture(2)) {
            Plane source = fixture.plane(size.width(), size.height());
            Plane target = fixture.plane(size.width(), size.height());
            byte[] before = fixture.snapshot();
            vector.copy(source, target, size.fromRow(), size.toRow());
            fixture.assertOnlyChanged(before, List.of(target), size.fromRow(), size.toRow(), size.width());
            fixture.assertSame(source, target, size.fromRow(), size.toRow());
        }
    }
}
