package dev.quarry.codec.png;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The filters against the specification's arithmetic, written out byte by byte. */
class PngFilterTest {

    private static final int LENGTH = 1008;
    private static final int ROUNDS = 300;

    static Stream<Arguments> filters() {
        return Arrays.stream(PngFilter.values())
                .flatMap(filter -> IntStream.of(1, 2, 3, 4, 6, 8).mapToObj(distance -> arguments(filter, distance)));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void applyAndUndo_anyBytes_areTheSpecifications(PngFilter filter, int distance) {
        Random random = new Random(distance);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] row = row(random, round);
            byte[] above = row(random, round);
            byte[] expected = specified(filter, row, above, distance);
            byte[] filtered = new byte[row.length];
            long sum = filter.apply(row, above, LENGTH, distance, filtered);
            assertArrayEquals(expected, filtered);
            assertEquals(
                    IntStream.rangeClosed(1, LENGTH)
                            .map(i -> Math.abs(expected[i]))
                            .sum(),
                    sum);
            filter.undo(filtered, above, LENGTH, distance);
            filtered[0] = row[0];
            assertArrayEquals(row, filtered);
        }
    }

    /** Bytes from a range that shrinks from round to round, so that ties occur. */
    private static byte[] row(Random random, int round) {
        byte[] row = new byte[LENGTH + 1];
        int range = 1 + 255 / (1 + round % 60);
        int base = random.nextInt(257 - range);
        for (int i = 1; i <= LENGTH; i++) {
            row[i] = (byte) (base + random.nextInt(range));
        }
        return row;
    }

    private static byte[] specified(PngFilter filter, byte[] row, byte[] above, int distance) {
        byte[] differences = new byte[row.length];
        differences[0] = (byte) filter.ordinal();
        for (int i = 1; i < row.length; i++) {
            int a = i > distance ? row[i - distance] & 255 : 0;
            int b = above[i] & 255;
            int c = i > distance ? above[i - distance] & 255 : 0;
            int predicted = switch (filter) {
                case NONE -> 0;
                case SUB -> a;
                case UP -> b;
                case AVERAGE -> Math.floorDiv(a + b, 2);
                case PAETH -> paeth(a, b, c);
            };
            differences[i] = (byte) (row[i] - predicted);
        }
        return differences;
    }

    /** PNG, 9.4. */
    private static int paeth(int a, int b, int c) {
        int p = a + b - c;
        int pa = Math.abs(p - a);
        int pb = Math.abs(p - b);
        int pc = Math.abs(p - c);
        if (pa <= pb && pa <= pc) {
            return a;
        }
        return pb <= pc ? b : c;
    }
}
