package dev.quarry.storage;

import dev.quarry.image.Plane;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.PointKernel;
import dev.quarry.storage.PictureSource.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How threads hinder each other: each creates 1024 black RGB pictures of 100 × 100, converts each to CMYK, and drops them
 * all, in five rounds that all threads start together, after two that are not counted.
 *
 * <p>Arguments: comma-separated numbers of threads, of arenas (0 stands for the allocator with one lock), and sizes of the
 * cache in blocks for each arena; optionally {@code same}, {@code other} or {@code same,other} for the thread that drops. Each
 * line of output: arenas, threads, blocks, who drops, then over all threads and rounds the mean, longest and shortest time
 * of a thread for a round, the mean time of a whole round in milliseconds, and of all locks together how often they were
 * taken, found busy, waited for in milliseconds, the longest wait in microseconds, blocks stolen, and the milliseconds that
 * each lock was waited for.
 */
final class ContentionRun {

    private static final int PICTURES = 1024;
    private static final int SIDE = 100;
    private static final int ROUNDS = 5;
    private static final int UNCOUNTED = 2;
    private static final PointKernel KERNEL = Kernels.best(KernelChoice.AUTO).point();

    private final PictureSource source;
    private final int threads;
    private final boolean otherDrops;
    private final CyclicBarrier barrier;
    private final List<List<Picture>> pictures;
    private final double[][] millis;
    private final double[] wallMillis = new double[UNCOUNTED + ROUNDS];
    private long stolen;

    private ContentionRun(PictureSource source, int threads, boolean otherDrops) {
        this.source = source;
        this.threads = threads;
        this.otherDrops = otherDrops;
        barrier = new CyclicBarrier(threads);
        pictures = new ArrayList<>(Collections.nCopies(threads, List.of()));
        millis = new double[UNCOUNTED + ROUNDS][threads];
    }

    /** Measures all combinations. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int[] threads = numbers(arguments[0]);
        int[] arenas = numbers(arguments[1]);
        int[] blocks = numbers(arguments[2]);
        List<String> drops = arguments.length > 3 ? List.of(arguments[3].split(",", -1)) : List.of("same", "other");
        new ContentionRun(source(1, 0), 2, true).measure();
        new ContentionRun(source(0, 1 << 17), 2, true).measure();
        for (int arenaCount : arenas) {
            for (int blocksMax : blocks) {
                for (int threadCount : threads) {
                    for (String drop : drops) {
                        System.gc();
                        System.out.printf("%d,%d,%d,%s", arenaCount, threadCount, blocksMax, drop);
                        Supplier<PictureSource> maker = () -> source(arenaCount, blocksMax);
                        new ContentionRun(maker.get(), threadCount, drop.equals("other")).measureAndReport();
                    }
                }
            }
        }
    }

    private static PictureSource source(int arenas, int blocksMax) {
        return arenas == 0
                ? new PictureSource.FromOneLock(blocksMax)
                : new PictureSource.FromStorage(MeasuredStorage.settings(arenas, blocksMax));
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    }

    private void measureAndReport() throws InterruptedException, ExecutionException {
        List<LockStats> locks = measure();
        double[] times = Arrays.stream(millis, UNCOUNTED, millis.length)
                .flatMapToDouble(Arrays::stream)
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                ",%.2f,%.2f,%.2f,%.2f,%d,%d,%.2f,%.0f,%d,%s%n",
                Arrays.stream(times).average().orElseThrow(),
                times[times.length - 1],
                times[0],
                Arrays.stream(wallMillis, UNCOUNTED, wallMillis.length)
                        .average()
                        .orElseThrow(),
                locks.stream().mapToLong(LockStats::acquisitions).sum(),
                locks.stream().mapToLong(LockStats::contended).sum(),
                locks.stream().mapToLong(LockStats::waitNanos).sum() / 1e6,
                locks.stream().mapToLong(LockStats::maxWaitNanos).max().orElseThrow() / 1e3,
                stolen,
                locks.stream()
                        .map(lock -> String.format(Locale.ROOT, "%.2f", lock.waitNanos() / 1e6))
                        .collect(Collectors.joining(" ")));
    }

    private List<LockStats> measure() throws InterruptedException, ExecutionException {
        try (source;
                ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int index = thread;
                runs.add(executor.submit(() -> {
                    runRounds(index);
                    return index;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
            stolen = source.stolen();
            return source.locks();
        }
    }

    private void runRounds(int index) throws InterruptedException, BrokenBarrierException {
        for (int round = 0; round < millis.length; round++) {
            try (PictureSource.Round memory = source.open(2 * PICTURES, SIDE)) {
                barrier.await();
                long start = System.nanoTime();
                List<Picture> made = createAndConvert(memory);
                long created = System.nanoTime();
                if (otherDrops) {
                    pictures.set((index + 1) % threads, made);
                    barrier.await();
                    made = pictures.get(index);
                }
                long dropping = System.nanoTime();
                made.forEach(picture -> picture.release().run());
                long end = System.nanoTime();
                millis[round][index] = (end - dropping + created - start) / 1e6;
                barrier.await();
                if (index == 0) {
                    wallMillis[round] = (System.nanoTime() - start) / 1e6;
                }
            }
        }
    }

    private static List<Picture> createAndConvert(PictureSource.Round memory) {
        List<Picture> made = new ArrayList<>(2 * PICTURES);
        for (int i = 0; i < PICTURES; i++) {
            made.add(memory.create(SIDE, 3, true));
        }
        for (int i = 0; i < PICTURES; i++) {
            Picture cmyk = memory.create(SIDE, 4, false);
            convert(made.get(i).planes(), cmyk.planes());
            made.add(cmyk);
        }
        return made;
    }

    /** C = 255 − R, M = 255 − G, Y = 255 − B, K = 0, as Pillow converts. */
    private static void convert(List<Plane> rgb, List<Plane> cmyk) {
        for (int band = 0; band < 3; band++) {
            KERNEL.copy(rgb.get(band), cmyk.get(band), 0, SIDE);
            KERNEL.invert(cmyk.get(band), 0, SIDE);
        }
        KERNEL.fill(cmyk.get(3), 0, 0, SIDE);
    }
}
