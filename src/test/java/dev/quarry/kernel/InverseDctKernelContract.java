package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
                        * coefficients[FROM + (2 * v + u) * InverseDctKernel.BLOCKS + block]
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
    @CsvSource({"1, 1", "1, 300", "1, 2000", "1, 70000", "2, 1", "2, 100", "2, 700", "2, 70000"})
    void inverse_anyCoefficients_givesTheSumOfTheirWaves(int side, int span) {
        for (long seed = 0; seed < 50; seed++) {
            int[] coefficients = coefficients(seed, span);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment target = arena.allocate(2 * STRIDE);
                kernel().inverse(coefficients, FROM, side, target, 0, STRIDE, 8 * side, side);
                for (int y = 0; y < side; y++) {
                    for (int x = 0; x < 8 * side; x++) {
                        double wanted = sample(coefficients, x / side, side, x % side, y);
                        double half = Math.floor(wanted + 0.5 + 1e-9);
                        assertEquals(
                                Math.clamp((long) half, 0, 255),
                                Byte.toUnsignedInt(target.get(ValueLayout.JAVA_BYTE, (long) y * STRIDE + x)),
                                "block " + x / side + " of seed " + seed);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void inverse_lastRowsAndColumns_leavesOtherRowsAlone(int side) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(4 * STRIDE).fill((byte) 77);
            kernel().inverse(coefficients(1, 100), FROM, side, target, STRIDE, STRIDE, 3, 1);
            for (long at = 0; at < target.byteSize(); at++) {
                boolean mayChange = at >= STRIDE && at < STRIDE + 8L * side;
                assertEquals(mayChange, mayChange || target.get(ValueLayout.JAVA_BYTE, at) != 77, "byte " + at);
            }
            for (int x = 0; x < 3; x++) {
                double wanted = sample(coefficients(1, 100), x / side, side, x % side, 0);
                assertEquals(
                        (int) Math.floor(wanted + 0.5 + 1e-9),
                        Byte.toUnsignedInt(target.get(ValueLayout.JAVA_BYTE, STRIDE + x)));
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
