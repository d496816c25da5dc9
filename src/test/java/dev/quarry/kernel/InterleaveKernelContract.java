package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every kernel between planes and interleaved rows does; the interleaved side has no slack at all. */
abstract class InterleaveKernelContract {

    abstract InterleaveKernel kernel();

    private static List<Plane> planes(PlaneFixture fixture, int bands, int width) {
        List<Plane> planes = new ArrayList<>();
        for (int band = 0; band < bands; band++) {
            planes.add(fixture.plane(width, 3));
        }
        return planes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void deinterleave_anyWidth_spreadsTheBands(int bands) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, bands, 300);
                    Arena arena = Arena.ofConfined()) {
                int width = fixture.length(300);
                int skip = fixture.random().nextInt(9);
                MemorySegment source = arena.allocate(skip + (long) width * bands);
                byte[] noise = new byte[width * bands];
                fixture.random().nextBytes(noise);
                MemorySegment.copy(noise, 0, source, ValueLayout.JAVA_BYTE, skip, noise.length);
                List<Plane> planes = planes(fixture, bands, width);
                byte[] before = fixture.snapshot();
                kernel().deinterleave(source, skip, planes, 1);
                fixture.assertOnlyChanged(before, planes, 1, 2, PlaneFixture.padded(width));
                for (int band = 0; band < bands; band++) {
                    int first = band;
                    fixture.assertSamples(planes.get(band), 1, 2, (x, y) -> noise[x * bands + first] & 255);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void deinterleave16_anyWidth_spreadsTheBands(int bands) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, bands, 300);
                    Arena arena = Arena.ofConfined()) {
                int width = fixture.length(300);
                int skip = fixture.random().nextInt(9);
                MemorySegment source = arena.allocate(skip + 2L * width * bands);
                int[] wide = new int[width * bands];
                for (int i = 0; i < wide.length; i++) {
                    wide[i] = fixture.random().nextInt(65536);
                    source.set(ValueLayout.JAVA_SHORT_UNALIGNED, skip + 2L * i, (short) wide[i]);
                }
                List<Plane> planes = planes(fixture, bands, width);
                byte[] before = fixture.snapshot();
                kernel().deinterleave16(source, skip, planes, 1);
                fixture.assertOnlyChanged(before, planes, 1, 2, PlaneFixture.padded(width));
                for (int band = 0; band < bands; band++) {
                    int first = band;
                    fixture.assertSamples(planes.get(band), 1, 2, (x, y) ->
                            (int) Math.floor(wide[x * bands + first] / 257.0 + 0.5));
                }
            }
        }
    }

    @Test
    void deinterleave16_allValues_areRounded() {
        try (PlaneFixture fixture = new PlaneFixture(1, 257, 256);
                Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(2 * 65536);
            for (int value = 0; value < 65536; value++) {
                source.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * value, (short) value);
            }
            List<Plane> plane = List.of(fixture.plane(65536, 1));
            kernel().deinterleave16(source, 0, plane, 0);
            fixture.assertSamples(plane.get(0), 0, 1, (x, y) -> (int) Math.floor(x / 257.0 + 0.5));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void interleave_anyWidth_gathersTheBands(int bands) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, bands, 300);
                    Arena arena = Arena.ofConfined()) {
                int width = fixture.length(300);
                int skip = fixture.random().nextInt(9);
                MemorySegment target = arena.allocate(skip + (long) width * bands);
                target.fill((byte) 99);
                List<Plane> planes = planes(fixture, bands, width);
                byte[] before = fixture.snapshot();
                kernel().interleave(planes, 1, target, skip);
                fixture.assertOnlyChanged(before, planes, 1, 1, 0);
                for (int i = 0; i < skip; i++) {
                    assertEquals(99, target.get(ValueLayout.JAVA_BYTE, i));
                }
                for (int i = 0; i < width * bands; i++) {
                    int expected = planes.get(i % bands).sample(i / bands, 1);
                    assertEquals(expected, target.get(ValueLayout.JAVA_BYTE, skip + i) & 255, "seed " + seed);
                }
            }
        }
    }
}
