package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorResampleTest {

    private final ResampleKernel scalar = new ScalarResample();
    private final ResampleKernel vector = new VectorResample();
    private final Scratch scratch = new Scratch();

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void vertical_randomSizes_equalsScalar(ResampleFilter filter) {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int from = 1 + random.nextInt(150);
            int to = 1 + random.nextInt(150);
            int width = 1 + random.nextInt(200);
            ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
            try (PlaneFixture fixture = new PlaneFixture(seed, PlaneFixture.bytesFor(width, from + 2 * to))) {
                Plane source = fixture.plane(width, from);
                Plane a = fixture.plane(width, to);
                Plane b = fixture.plane(width, to);
                scalar.vertical(source, a, weights, 0, to, scratch);
                byte[] before = fixture.snapshot();
                vector.vertical(source, b, weights, 0, to, scratch);
                fixture.assertOnlyChanged(before, b, 0, to);
                PlaneFixture.assertSame(a, b, 0, to, "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void horizontal_randomSizes_equalsScalar(ResampleFilter filter) {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int from = 1 + random.nextInt(seed < 50 ? 150 : 2000);
            int to = 1 + random.nextInt(seed < 50 ? 150 : 2000);
            int height = 1 + random.nextInt(30);
            ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
            try (PlaneFixture fixture = new PlaneFixture(seed, 3 * PlaneFixture.bytesFor(Math.max(from, to), height))) {
                Plane source = fixture.plane(from, height);
                Plane a = fixture.plane(to, height);
                Plane b = fixture.plane(to, height);
                scalar.horizontal(source, a, weights, 0, height, scratch);
                byte[] before = fixture.snapshot();
                vector.horizontal(source, b, weights, 0, height, scratch);
                fixture.assertOnlyChanged(before, b, 0, height);
                PlaneFixture.assertSame(a, b, 0, height, "seed " + seed);
            }
        }
    }
}
