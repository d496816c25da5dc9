package dev.quarry.kernel;

import dev.quarry.image.Plane;
import org.junit.jupiter.api.Test;

class VectorPointTest extends PointKernelContract {

    private final PointKernel scalar = new ScalarPoint();
    private final PointKernel vector = new VectorPoint();

    @Override
    PointKernel kernel() {
        return vector;
    }

    @Test
    void map_anySize_equalsScalar() {
        for (TwinCases.TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = size.fixture(3)) {
                Plane source = fixture.plane(size.width(), size.height());
                Plane expected = fixture.plane(size.width(), size.height());
                Plane actual = fixture.copyOf(expected);
                byte[] table = new byte[256];
                fixture.random().nextBytes(table);
                scalar.map(source, expected, table, size.fromRow(), size.toRow());
                vector.map(source, actual, table, size.fromRow(), size.toRow());
                fixture.assertSame(expected, actual, 0, size.height());
                vector.map(source, source, table, size.fromRow(), size.toRow());
                fixture.assertSame(expected, source, size.fromRow(), size.toRow());
            }
        }
    }
}
