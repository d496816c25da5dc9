package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every inverse DCT at a part of the size does. */
abstract class InverseDctKernelContract {

    private static final int STRIDE = 64;
    private static final int FROM = 5;

    abstract InverseDctKernel kernel();

    /** The two-dimensional inverse DCT of so many points by its definition, scaled as libjpeg's blocks are. */
    private static double sample(int[] coefficients, int block, int side, int x, int y) {
        double sum = 0;
        for (int v = 0; v < side; v++) {
            for (int u = 0; u < side; u++) {
                double scale = (u == 0 ? Math.sqrt(0.5) : 1) * (v == 0 ? Math.sqrt(0.5) : 1) * 2 / side * side / 8;
                sum += scale
                        * coefficients[FROM + (InverseDctKernel.MAX_SIDE * v + u) * InverseDctKernel.BLOCKS + block]
                        * Math.cos((2 * x + 1) * u * Math.PI / (2 * side))
                        * Math.cos((2 * y + 1) * v * Math.PI / (2 * side));
            }
        }
        return sum + 128;
    }

    private static int[] coefficients(long seed, int span) {
        return new Random(seed)
                .ints(FROM + InverseDctKernel.COEFFICIENTS, -span, span + 1)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1, 300",
        "1, 2000",
        "1, 70000",
        "2, 1",
        "2, 100",
        "2, 700",
        "2, 70000",
        "3, 1",
        "3, 100",
        "3, 700",
        "3, 70000"
    })
    void inverse_anyCoefficients_givesTheSumOfTheirWaves(int side, int span) {
        for (long seed = 0; seed < 50; seed++) {
            int[] coefficients = coefficients(seed, span);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment target = arena.allocate(3 * STRIDE);
                kernel().inverse(coefficients, FROM, side, target, 0, STRIDE, 8 * side, side);
                for (int y = 0; y < side; y++) {
                    for (int x = 0; x < 8 * side; x++) {
                        double wanted = sample(coefficients, x / side, side, x % side, y);
                        int sample = Byte.toUnsignedInt(target.get(ValueLayout.JAVA_BYTE, (long) y * STRIDE + x));
                        assertSample(wanted, sample, side, span, "block " + x / side + " of seed " + seed);
                    }
                }
            }
        }
    }

    /** Half up where the sum is an integer; single precision else, of which a sample may be on the other side of a half. */
    private static void assertSample(double wanted, int sample, int side, int span, String message) {
        double slack = side < 3 ? 1e-9 : span * 3e-6;
        long least = (long) Math.floor(wanted + 0.5 + (side < 3 ? slack : -slack));
        long most = (long) Math.floor(wanted + 0.5 + slack);
        assertTrue(
                sample >= Math.clamp(least, 0, 255) && sample <= Math.clamp(most, 0, 255),
                () -> message + ": " + sample + " for " + wanted);
    }

    @Test
    void inverse_ofThreePoints_equalsThePlainLoops() {
        for (long seed = 0; seed < 2_000; seed++) {
            int[] coefficients = coefficients(seed, seed % 2 == 0 ? 900 : 90_000);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment expected = arena.allocate(3 * STRIDE);
                MemorySegment actual = arena.allocate(3 * STRIDE);
                new ScalarInverseDct().inverse(coefficients, FROM, 3, expected, 0, STRIDE, 24, 3);
                kernel().inverse(coefficients, FROM, 3, actual, 0, STRIDE, 24, 3);
                assertEquals(-1, expected.mismatch(actual), "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void inverse_lastRowsAndColumns_leavesOtherRowsAlone(int side) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(4 * STRIDE).fill((byte) 77);
            kernel().inverse(coefficients(1, 100), FROM, side, target, STRIDE, STRIDE, 3, 1);
            for (long at = 0; at < target.byteSize(); at++) {
                boolean mayChange = at >= STRIDE && at < STRIDE + (side == 2 ? 16 : 8);
                assertEquals(mayChange, mayChange || target.get(ValueLayout.JAVA_BYTE, at) != 77, "byte " + at);
            }
            for (int x = 0; x < 3; x++) {
                double wanted = sample(coefficients(1, 100), x / side, side, x % side, 0);
                int sample = Byte.toUnsignedInt(target.get(ValueLayout.JAVA_BYTE, STRIDE + x));
                assertSample(wanted, sample, side, 100, "column " + x);
            }
        }
    }

    @Test
    void inverse_anotherSide_isRefused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(4 * STRIDE);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> kernel().inverse(coefficients(1, 1), FROM, 4, target, 0, STRIDE, 32, 4));
        }
    }
}
