package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A warm vector kernel allocates nothing; where it does, vectors are boxed, which is as slow as not having them. */
class VectorAllocationTest {

    private static final int CALLS = 100;
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Scratch scratch = new Scratch();

    @BeforeAll
    static void requireWideVectors() {
        assumeTrue(VectorKernels.widestBits() >= VectorKernels.BITS, "vectors wider than the processor's are boxed");
    }

    /** Fails when {@code kernel} still allocates after many calls. */
    private void assertAllocatesNothing(Runnable kernel) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long bytes;
        do {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                kernel.run();
            }
            bytes = (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
        } while (bytes > 0 && System.nanoTime() < deadline);
        assertEquals(0, bytes, "bytes allocated by each call");
    }

    @ParameterizedTest
    @CsvSource({"BILINEAR, 64, 90", "LANCZOS, 100, 90", "LANCZOS, 110, 60", "LANCZOS, 120, 16"})
    void vertical_warm_allocatesNothing(ResampleFilter filter, int from, int to) {
        ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
        ResampleKernel kernel = new VectorResample();
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 128)) {
            Plane source = fixture.plane(96, from);
            Plane target = fixture.plane(96, to);
            assertAllocatesNothing(() -> kernel.vertical(source, target, weights, 0, to, scratch));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BILINEAR, 64, 90, 4",
        "LANCZOS, 64, 90, 8",
        "LANCZOS, 110, 60, 12",
        "LANCZOS, 100, 40, 16",
        "LANCZOS, 96, 30, 20",
        "LANCZOS, 120, 16, 48"
    })
    void horizontal_warm_allocatesNothing(ResampleFilter filter, int from, int to, int taps) {
        ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
        assertEquals(taps, weights.taps());
        ResampleKernel kernel = new VectorResample();
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 128)) {
            Plane source = fixture.plane(from, 40);
            Plane target = fixture.plane(to, 40);
            assertAllocatesNothing(() -> kernel.horizontal(source, target, weights, 0, 40, scratch));
        }
    }

    @ParameterizedTest
    @EnumSource
    void orient_warm_allocatesNothing(Orientation turn) {
        OrientKernel kernel = new VectorOrient();
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 128)) {
            Plane source = fixture.plane(100, 100);
            Plane target = fixture.plane(100, 100);
            assertAllocatesNothing(() -> kernel.orient(source, target, turn, 0, 100, scratch));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rotate_warm_allocatesNothing(RotateKernel.Interpolation interpolation) {
        RotateKernel kernel = new VectorRotate();
        RotateKernel.AffineMap map = new RotateKernel.AffineMap(0.96, 0.28, -15, -0.28, 0.96, 20);
        int[] outside = {1, 2, 3, 4};
        try (PlaneFixture fixture = new PlaneFixture(1, 8, 128)) {
            List<Plane> from = planes(fixture);
            List<Plane> to = planes(fixture);
            assertAllocatesNothing(() -> kernel.rotate(from, to, map, interpolation, outside, 0, 100, scratch));
        }
    }

    private static List<Plane> planes(PlaneFixture fixture) {
        return IntStream.range(0, 4).mapToObj(band -> fixture.plane(100, 100)).toList();
    }

    @Test
    void conversions_warm_allocateNothing() {
        ConvertKernel kernel = new VectorConvert();
        try (PlaneFixture fixture = new PlaneFixture(1, 5, 128)) {
            Plane a = fixture.plane(100, 40);
            Plane b = fixture.plane(100, 40);
            Plane c = fixture.plane(100, 40);
            Plane d = fixture.plane(100, 40);
            assertAllocatesNothing(() -> kernel.ycbcrToRgb(a, b, c, a, b, c, 0, 40));
            assertAllocatesNothing(() -> kernel.rgbToYcbcr(a, b, c, a, b, c, 0, 40));
            assertAllocatesNothing(() -> kernel.rgbToGray(a, b, c, a, 0, 40));
            assertAllocatesNothing(() -> kernel.cmykToRgb(a, b, c, d, a, b, c, 0, 40));
            Plane half = fixture.plane(50, 20);
            assertAllocatesNothing(() -> kernel.doubleChroma(half, a, 0, 40));
            assertAllocatesNothing(() -> kernel.halveChroma(a, half, 0, 20));
        }
    }

    @Test
    void alphaAndPoints_warm_allocateNothing() {
        AlphaKernel alphas = new VectorAlpha();
        PointKernel points = new VectorPoint();
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 128)) {
            Plane color = fixture.plane(100, 40);
            Plane alpha = fixture.plane(100, 40);
            assertAllocatesNothing(() -> alphas.premultiply(color, alpha, 0, 40));
            assertAllocatesNothing(() -> alphas.unpremultiply(color, alpha, 0, 40));
            assertAllocatesNothing(() -> alphas.flatten(color, alpha, 200, 0, 40));
            assertAllocatesNothing(() -> points.invert(color, 0, 40));
            assertAllocatesNothing(() -> points.fill(color, 100, 0, 40));
            assertAllocatesNothing(() -> points.copy(alpha, color, 0, 40));
            byte[] table = new byte[256];
            assertAllocatesNothing(() -> points.map(alpha, color, table, 0, 40));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void interleaving_warm_allocatesNothing(int bands) {
        InterleaveKernel kernel = new VectorInterleave();
        try (PlaneFixture fixture = new PlaneFixture(1, bands + 1, 1000)) {
            List<Plane> planes = IntStream.range(0, bands)
                    .mapToObj(band -> fixture.plane(900, 1))
                    .toList();
            long row = fixture.memory().byteSize() - 8000;
            assertAllocatesNothing(() -> kernel.deinterleave(fixture.memory(), row, planes, 0));
            assertAllocatesNothing(() -> kernel.interleave(planes, 0, fixture.memory(), row));
            assertAllocatesNothing(() -> kernel.deinterleave16(fixture.memory(), row, planes, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void inverseDct_warm_allocatesNothing(int side) {
        InverseDctKernel kernel = new VectorInverseDct();
        int[] coefficients = new int[InverseDctKernel.COEFFICIENTS];
        try (PlaneFixture fixture = new PlaneFixture(1, 1, 64)) {
            Plane target = fixture.plane(64, 3);
            assertAllocatesNothing(() -> kernel.inverse(
                    coefficients, 0, side, target.memory(), target.row(0), target.strideBytes(), 8 * side, side));
        }
    }
}
