package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import dev.quarry.kernel.TwinCases.TwinCase;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interleaved rows lie at an odd offset and end where their segment ends. */
class VectorInterleaveTest extends InterleaveKernelContract {

    private static final int OFFSET = 5;

    private final InterleaveKernel scalar = new ScalarInterleave();
    private final InterleaveKernel vector = new VectorInterleave();

    @Override
    InterleaveKernel kernel() {
        return vector;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void deinterleave_anyWidth_equalsScalar(int bands) {
        for (TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = size.fixture(2 * bands);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment source = noise(arena, size, OFFSET + (long) size.width() * bands);
                compare(fixture, size, bands, (kernel, planes, y) -> kernel.deinterleave(source, OFFSET, planes, y));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void deinterleave16_anyWidth_equalsScalar(int bands) {
        for (TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = size.fixture(2 * bands);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment source = noise(arena, size, OFFSET + 2L * size.width() * bands);
                compare(fixture, size, bands, (kernel, planes, y) -> kernel.deinterleave16(source, OFFSET, planes, y));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void deinterleave16_everyValue_isRoundedHalfUp(int bands) {
        int width = 256;
        int samples = width * bands;
        try (PlaneFixture fixture = new PlaneFixture(0, bands, width);
                Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(2L * samples);
            List<Plane> planes = planes(fixture, bands, width, 1);
            for (int start = 0; start < 65536; start += samples) {
                for (int i = 0; i < samples; i++) {
                    source.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) (start + i));
                }
                vector.deinterleave16(source, 0, planes, 0);
                for (int i = 0; i < samples; i++) {
                    int value = (start + i) % 65536;
                    int expected = (int) Math.floor(value / 257.0 + 0.5);
                    assertEquals(expected, planes.get(i % bands).sample(i / bands, 0), () -> "of " + value);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void interleave_anyWidth_equalsScalar(int bands) {
        for (TwinCase size : TwinCases.all()) {
            try (PlaneFixture fixture = size.fixture(bands);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment expected = noise(arena, size, OFFSET + (long) size.width() * bands);
                MemorySegment actual = noise(arena, size, OFFSET + (long) size.width() * bands);
                List<Plane> planes = planes(fixture, bands, size.width(), size.height());
                byte[] before = fixture.snapshot();
                for (int y = 0; y < size.height(); y++) {
                    scalar.interleave(planes, y, expected, OFFSET);
                    vector.interleave(planes, y, actual, OFFSET);
                    assertEquals(-1, expected.mismatch(actual), size.toString());
                }
                assertArrayEquals(before, fixture.snapshot(), size.toString());
            }
        }
    }

    @FunctionalInterface
    private interface Step {
        void run(InterleaveKernel kernel, List<Plane> planes, int y);
    }

    private void compare(PlaneFixture fixture, TwinCase size, int bands, Step step) {
        List<Plane> expected = planes(fixture, bands, size.width(), size.height());
        List<Plane> actual = expected.stream().map(fixture::copyOf).toList();
        int y = size.height() - 1;
        step.run(scalar, expected, y);
        byte[] before = fixture.snapshot();
        step.run(vector, actual, y);
        fixture.assertOnlyChanged(before, actual, y, y + 1, PlaneFixture.padded(size.width()));
        for (int band = 0; band < bands; band++) {
            fixture.assertSame(expected.get(band), actual.get(band), 0, size.height());
        }
    }

    private static MemorySegment noise(Arena arena, TwinCase size, long bytes) {
        byte[] noise = new byte[(int) bytes];
        new Random(size.seed()).nextBytes(noise);
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, noise);
    }

    private static List<Plane> planes(PlaneFixture fixture, int count, int width, int height) {
        return IntStream.range(0, count)
                .mapToObj(band -> fixture.plane(width, height))
                .toList();
    }
}
