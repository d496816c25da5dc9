package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Plane;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;

/**
 * Planes of random samples whose rows lie in random order in one segment, each with nothing but the 64 bytes of slack and
 * the columns up to the next multiple of 64 that the contract gives it. Whatever lies between is compared afterwards.
 */
final class PlaneFixture implements AutoCloseable {

    private static final int SLACK = 64;

    private final Arena arena = Arena.ofConfined();
    private final Random random;
    private final long seed;
    private final MemorySegment memory;
    private long next;

    /** Room for {@code planes} planes of up to {@code side} × {@code side} samples; all that is random follows from {@code seed}. */
    PlaneFixture(long seed, int planes, int side) {
        this(seed, planes * bytesFor(side, side));
    }

    private PlaneFixture(long seed, long bytes) {
        this.seed = seed;
        this.random = new Random(seed);
        this.memory = arena.allocate(bytes, 64);
        byte[] noise = new byte[(int) bytes];
        random.nextBytes(noise);
        MemorySegment.copy(noise, 0, memory, ValueLayout.JAVA_BYTE, 0, noise.length);
    }

    private static long bytesFor(int width, int height) {
        return (long) height * (padded(width) + 2 * SLACK + 64);
    }

    Random random() {
        return random;
    }

    /** 1, or a length about a number of lanes, or any up to {@code most}; the three are equally likely. */
    int length(int most) {
        int[] lanes = {8, 16, 32, 64};
        return switch (random.nextInt(3)) {
            case 0 -> 1 + random.nextInt(4);
            case 1 -> Math.min(most, lanes[random.nextInt(lanes.length)] - 1 + random.nextInt(3));
            default -> 1 + random.nextInt(most);
        };
    }

    MemorySegment memory() {
        return memory;
    }

    /** A plane of random samples, a tenth of them 0 or 255, at offsets that no vector is aligned to. */
    Plane plane(int width, int height) {
        long[] rows = new long[height];
        for (int y = 0; y < height; y++) {
            rows[y] = next + SLACK + random.nextInt(64);
            next += padded(width) + 2 * SLACK + 64;
        }
        for (int y = height - 1; y > 0; y--) {
            int other = random.nextInt(y + 1);
            long row = rows[y];
            rows[y] = rows[other];
            rows[other] = row;
        }
        Plane plane = new Plane(memory, rows, width, padded(width));
        fill(plane);
        return plane;
    }

    /** Lets the next plane take the place of the first. */
    void forget() {
        next = 0;
    }

    /** Overwrites a plane with random samples. */
    private void fill(Plane plane) {
        for (int y = 0; y < plane.height(); y++) {
            for (int x = 0; x < plane.width(); x++) {
                int extreme = random.nextInt(20);
                plane.setSample(x, y, extreme == 0 ? 0 : extreme == 1 ? 255 : random.nextInt(256));
            }
        }
    }

    /** A plane of the same size and samples elsewhere. */
    Plane copyOf(Plane plane) {
        Plane copy = plane(plane.width(), plane.height());
        for (int y = 0; y < plane.height(); y++) {
            MemorySegment.copy(memory, plane.row(y), memory, copy.row(y), plane.width());
        }
        return copy;
    }

    /** All bytes as they are now. */
    byte[] snapshot() {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Fails where a byte changed since {@code before} outside these rows of {@code target} and their scratch columns. */
    void assertOnlyChanged(byte[] before, Plane target, int fromRow, int toRow) {
        assertOnlyChanged(before, List.of(target), fromRow, toRow, padded(target.width()));
    }

    /** Fails where a byte changed since {@code before} outside the first columns of these rows of {@code targets}. */
    void assertOnlyChanged(byte[] before, List<Plane> targets, int fromRow, int toRow, int columns) {
        byte[] now = snapshot();
        for (Plane target : targets) {
            for (int y = fromRow; y < toRow; y++) {
                System.arraycopy(before, (int) target.row(y), now, (int) target.row(y), columns);
            }
        }
        int at = Arrays.mismatch(before, now);
        assertEquals(-1, at, () -> "byte " + at + " was changed, seed " + seed);
    }

    static int padded(int width) {
        return (width + 63) / 64 * 64;
    }

    /** Fails where the samples of two planes of equal size differ. */
    void assertSame(Plane expected, Plane actual, int fromRow, int toRow) {
        for (int y = fromRow; y < toRow; y++) {
            long at = MemorySegment.mismatch(
                    expected.memory(),
                    expected.row(y),
                    expected.row(y) + expected.width(),
                    actual.memory(),
                    actual.row(y),
                    actual.row(y) + actual.width());
            if (at >= 0) {
                int x = (int) at;
                int row = y;
                assertEquals(
                        expected.sample(x, y),
                        actual.sample(x, y),
                        () -> "column " + x + ", row " + row + ", seed " + seed);
            }
        }
    }

    /** Fails where a sample of these rows is not what {@code expected} says for its column and row. */
    void assertSamples(Plane plane, int fromRow, int toRow, IntBinaryOperator expected) {
        for (int y = fromRow; y < toRow; y++) {
            for (int x = 0; x < plane.width(); x++) {
                int wanted = expected.applyAsInt(x, y);
                if (wanted != plane.sample(x, y)) {
                    String where = "column " + x + ", row " + y + ", seed " + seed;
                    assertEquals(wanted, plane.sample(x, y), where);
                }
            }
        }
    }

    /** The samples of a plane as text, rows apart by a slash. */
    static String text(Plane plane) {
        StringBuilder text = new StringBuilder();
        for (int y = 0; y < plane.height(); y++) {
            text.append(y == 0 ? "" : " / ");
            for (int x = 0; x < plane.width(); x++) {
                text.append(x == 0 ? "" : " ").append(plane.sample(x, y));
            }
        }
        return text.toString();
    }

    /** Sets the samples of a plane, row after row. */
    static void set(Plane plane, int... samples) {
        assertEquals(plane.width() * plane.height(), samples.length);
        for (int i = 0; i < samples.length; i++) {
            plane.setSample(i % plane.width(), i / plane.width(), samples[i]);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
