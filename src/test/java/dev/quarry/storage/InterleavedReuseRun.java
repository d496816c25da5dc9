package dev.quarry.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The storage against other allocators in turns of some milliseconds, so that what disturbs the machine disturbs all: memory
 * taken, written once, given back.
 *
 * <p>Arguments: kinds of allocators. Each line of output: kind, bytes, then median and shortest turn of the storage and of the other, in
 * microseconds for one piece, and the median of the ratios of its turns to the storage's turns just before.
 */
final class InterleavedReuseRun {

    private static final long[] SIZES = {1 << 20, 16 << 20, 64 << 20};
    private static final int TURNS = 61;
    private static final int UNCOUNTED = 10;
    private static final long TURN_NANOS = 15_000_000;

    private InterleavedReuseRun() {}

    /** Measures the kinds against the storage. */
    public static void main(String[] kinds) {
        for (long bytes : SIZES) {
            for (String kind : kinds) {
                try (ComparedAllocator<?> storage = ComparedAllocator.Kind.POOL.open();
                        ComparedAllocator<?> other =
                                ComparedAllocator.Kind.valueOf(kind).open()) {
                    compare(kind, bytes, storage, other);
                }
            }
        }
    }

    private static void compare(String kind, long bytes, ComparedAllocator<?> storage, ComparedAllocator<?> other) {
        List<double[]> turns = new ArrayList<>();
        for (int turn = 0; turn < UNCOUNTED + TURNS; turn++) {
            double[] times = {micros(storage, bytes), micros(other, bytes)};
            if (turn >= UNCOUNTED) {
                turns.add(times);
            }
        }
        double[] ours = turns.stream().mapToDouble(t -> t[0]).sorted().toArray();
        double[] theirs = turns.stream().mapToDouble(t -> t[1]).sorted().toArray();
        double[] ratios = turns.stream().mapToDouble(t -> t[1] / t[0]).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%s,%d,%.2f,%.2f,%.2f,%.2f,%.3f%n",
                kind,
                bytes,
                ours[TURNS / 2],
                ours[0],
                theirs[TURNS / 2],
                theirs[0],
                ratios[TURNS / 2]);
    }

    /** Time of one piece: the median of a turn. */
    private static <T> double micros(ComparedAllocator<T> allocator, long bytes) {
        long[] times = new long[4096];
        int count = 0;
        long start = System.nanoTime();
        long end = start + TURN_NANOS;
        while (start < end && count < times.length) {
            T piece = allocator.allocate(bytes);
            allocator.memory(piece, bytes).fill((byte) count);
            allocator.release(piece);
            long now = System.nanoTime();
            times[count++] = now - start;
            start = now;
        }
        Arrays.sort(times, 0, count);
        return times[count / 2] / 1e3;
    }
}
