package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.pipeline.PipelineBench.SourcePicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * Measures how much more several threads do than one, without HTTP. Prints lines of JSON: runs a second by 1 to 4 threads, and
 * the time of the same runs one after the other and spread over 2, 4 and 8 threads.
 */
public final class ThroughputRun {

    private static final int[] THREADS = {1, 2, 3, 4};
    private static final int[] BATCHES = {2, 4, 8};
    private static final int MOST_THREADS = 8;
    private static final double WARM_UP_SECONDS = 3;

    private ThroughputRun() {}

    /** What is done again and again. */
    private enum Work {
        TINY_THUMBNAIL(640, 480, "resize=100x", PipelineBench::run),
        LARGE_THUMBNAIL(6000, 4000, "resize=300x", PipelineBench::run),
        PNG_ENCODE(1280, 960, "format=png", PipelineBench::encode);

        private final SourcePicture picture;
        private final String query;
        private final ToLongFunction<PipelineBench> once;

        Work(int width, int height, String query, ToLongFunction<PipelineBench> once) {
            this.picture = new SourcePicture(ImageFormat.JPEG, width, height, 1);
            this.query = query;
            this.once = once;
        }
    }

    /** The arguments: seconds for each figure, and names of works if not all. */
    public static void main(String[] arguments) throws Exception {
        double seconds = Double.parseDouble(arguments[0]);
        List<String> wanted = List.of(arguments).subList(1, arguments.length);
        CodecRegistry codecs = CodecRegistry.load(new CodecSettings(true));
        Kernels kernels = Kernels.best(KernelChoice.AUTO);
        try (ExecutorService pool = Executors.newFixedThreadPool(MOST_THREADS)) {
            for (Work work : Work.values()) {
                if (wanted.isEmpty() || wanted.contains(work.name())) {
                    List<PipelineBench> benches = benches(pool, codecs, kernels, work);
                    measure(pool, work, benches, seconds);
                    benches.forEach(PipelineBench::close);
                }
            }
        }
    }

    private static List<PipelineBench> benches(ExecutorService pool, CodecRegistry codecs, Kernels kernels, Work work)
            throws Exception {
        List<Future<PipelineBench>> opening = new ArrayList<>();
        for (int i = 0; i < MOST_THREADS; i++) {
            opening.add(pool.submit(() -> new PipelineBench(codecs, kernels, work.picture, work.query)));
        }
        List<PipelineBench> benches = new ArrayList<>();
        for (Future<PipelineBench> bench : opening) {
            benches.add(bench.get());
        }
        return benches;
    }

    private static void measure(ExecutorService pool, Work work, List<PipelineBench> benches, double seconds)
            throws Exception {
        double warm = rate(pool, work, benches.subList(0, 1), WARM_UP_SECONDS);
        for (int threads : THREADS) {
            double rate = rate(pool, work, benches.subList(0, threads), seconds);
            say("{\"work\": \"%s\", \"threads\": %d, \"per_second\": %.2f}", work, threads, rate);
        }
        for (int threads : BATCHES) {
            int each = Math.max(1, (int) Math.round(seconds * warm / threads));
            double iterative = batch(pool, work, benches.subList(0, threads), 1, each);
            double threaded = batch(pool, work, benches.subList(0, threads), threads, each);
            say(
                    "{\"work\": \"%s\", \"batch\": %d, \"iterative_s\": %.3f, \"threaded_s\": %.3f}",
                    work, threads, iterative, threaded);
        }
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    /** Runs a second of one thread for each bench. */
    private static double rate(ExecutorService pool, Work work, List<PipelineBench> benches, double seconds)
            throws Exception {
        LongAdder runs = new LongAdder();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        List<Future<?>> threads = new ArrayList<>();
        for (PipelineBench bench : benches) {
            threads.add(pool.submit(() -> {
                while (System.nanoTime() < end) {
                    consume(work.once.applyAsLong(bench));
                    runs.increment();
                }
            }));
        }
        await(threads);
        return runs.sum() / ((System.nanoTime() - start) / 1e9);
    }

    /** Seconds in which every bench has done {@code each} runs, spread over so many threads. */
    private static double batch(ExecutorService pool, Work work, List<PipelineBench> benches, int threadCount, int each)
            throws Exception {
        long start = System.nanoTime();
        List<Future<?>> threads = new ArrayList<>();
        for (int t = 0; t < threadCount; t++) {
            int first = t;
            threads.add(pool.submit(() -> {
                for (int b = first; b < benches.size(); b += threadCount) {
                    for (int i = 0; i < each; i++) {
                        consume(work.once.applyAsLong(benches.get(b)));
                    }
                }
            }));
        }
        await(threads);
        return (System.nanoTime() - start) / 1e9;
    }

    private static void await(List<Future<?>> threads) throws Exception {
        for (Future<?> thread : threads) {
            thread.get();
        }
    }

    private static void consume(long result) {
        if (result < 0) {
            throw new IllegalStateException("a length of " + result);
        }
    }
}
