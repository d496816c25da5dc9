package dev.quarry.storage;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How long one allocation with its release takes, the memory untouched, by the clock around each call: its mean and
 * percentiles, where the releasing thread is the allocating one and where it is another.
 *
 * <p>Arguments: kinds of allocators. Each line of output: kind, bytes, {@code same} or {@code other}, samples, mean, mean
 * without the slowest thousandth, which is when the thread had to wait for a processor, median, 99th and 99.9th percentile in
 * nanoseconds.
 */
final class LatencyRun {

    private static final long[] SIZES = {40_000, 1 << 20, 16 << 20};
    private static final int WARM_UP = 20_000;
    private static final long WARM_UP_NANOS = 700_000_000;
    // So many that one pause of the collector, or one time slice of another process, does not make the mean.
    private static final int SAMPLES = 4_000_000;
    private static final long LIMIT_NANOS = 3_000_000_000L;
    private static final int QUEUE = 64;

    private LatencyRun() {}

    /** Measures the kinds one after the other. */
    public static void main(String[] kinds) throws InterruptedException {
        for (String kind : kinds) {
            for (long bytes : SIZES) {
                try (ComparedAllocator<?> allocator =
                        ComparedAllocator.Kind.valueOf(kind).open()) {
                    report(kind, bytes, "same", onOneThread(allocator, bytes));
                    report(kind, bytes, "other", onTwoThreads(allocator, bytes));
                }
            }
        }
    }

    private static void report(String kind, long bytes, String where, long[] samples) {
        Arrays.sort(samples);
        System.out.printf(
                Locale.ROOT,
                "%s,%d,%s,%d,%.0f,%.0f,%d,%d,%d%n",
                kind,
                bytes,
                where,
                samples.length,
                Arrays.stream(samples).average().orElseThrow(),
                Arrays.stream(samples, 0, Math.max(1, samples.length - samples.length / 1000))
                        .average()
                        .orElseThrow(),
                percentile(samples, 0.5),
                percentile(samples, 0.99),
                percentile(samples, 0.999));
    }

    private static long percentile(long[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1, Math.ceil(part * sorted.length))];
    }

    private static <T> long[] onOneThread(ComparedAllocator<T> allocator, long bytes) {
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < warm) {
            runOnOneThread(allocator, bytes, new long[WARM_UP]);
        }
        long[] samples = new long[SAMPLES];
        return Arrays.copyOf(samples, runOnOneThread(allocator, bytes, samples));
    }

    private static <T> int runOnOneThread(ComparedAllocator<T> allocator, long bytes, long[] samples) {
        long end = System.nanoTime() + LIMIT_NANOS;
        for (int i = 0; i < samples.length; i++) {
            long start = System.nanoTime();
            T piece = allocator.allocate(bytes);
            long allocated = System.nanoTime();
            allocator.release(piece);
            long released = System.nanoTime();
            samples[i] = released - start;
            if (allocated > end) {
                return i + 1;
            }
        }
        return samples.length;
    }

    private static <T> long[] onTwoThreads(ComparedAllocator<T> allocator, long bytes) throws InterruptedException {
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < warm) {
            runOnTwoThreads(allocator, bytes, new long[WARM_UP]);
        }
        long[] samples = new long[SAMPLES];
        return Arrays.copyOf(samples, runOnTwoThreads(allocator, bytes, samples));
    }

    private static <T> int runOnTwoThreads(ComparedAllocator<T> allocator, long bytes, long[] samples)
            throws InterruptedException {
        Handover<T> handover = new Handover<>();
        long[] releases = new long[samples.length];
        Thread releaser = new Thread(() -> releaseAll(allocator, handover, releases), "releaser");
        releaser.start();
        long end = System.nanoTime() + LIMIT_NANOS;
        int count = 0;
        long allocated = 0;
        while (count < samples.length && allocated < end) {
            long start = System.nanoTime();
            T piece = allocator.allocate(bytes);
            allocated = System.nanoTime();
            samples[count] = allocated - start;
            handover.put(count++, piece);
        }
        handover.end(count);
        releaser.join();
        for (int i = 0; i < count; i++) {
            samples[i] += releases[i];
        }
        return count;
    }

    private static <T> void releaseAll(ComparedAllocator<T> allocator, Handover<T> handover, long[] times) {
        int i = 0;
        for (T piece = handover.take(i); piece != null; piece = handover.take(i)) {
            long start = System.nanoTime();
            allocator.release(piece);
            times[i++] = System.nanoTime() - start;
        }
    }

    /** A ring through which one thread hands pieces to another, both without sleeping. */
    private static final class Handover<T> {
        private final AtomicReferenceArray<@Nullable T> ring = new AtomicReferenceArray<>(QUEUE);
        private volatile int end = Integer.MAX_VALUE;

        private void put(int index, T piece) {
            while (ring.getAcquire(index % QUEUE) != null) {
                Thread.onSpinWait();
            }
            ring.setRelease(index % QUEUE, piece);
        }

        private void end(int count) {
            end = count;
        }

        private @Nullable T take(int index) {
            T piece = ring.getAcquire(index % QUEUE);
            while (piece == null) {
                if (index >= end) {
                    return null;
                }
                Thread.onSpinWait();
                piece = ring.getAcquire(index % QUEUE);
            }
            ring.setRelease(index % QUEUE, null);
            return piece;
        }
    }
}
