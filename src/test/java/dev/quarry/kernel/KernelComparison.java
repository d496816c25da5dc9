package dev.quarry.kernel;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Our side of {@code bench/kernels.py}: runs kernels when told to on standard input, and answers with what each run took.
 *
 * <p>A line {@code warm NAME PROVIDER MILLISECONDS} runs a case for so long; {@code run NAME PROVIDER TIMES} is answered by
 * one line of so many pairs of milliseconds of thread CPU time and bytes allocated, apart by blanks.
 */
public final class KernelComparison {

    private static final long BOXES = 1 << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<KernelProvider, PlaneKernelBenchmark> planes = new HashMap<>();
    private final Map<String, ScaleRun> scales = new HashMap<>();

    private KernelComparison() {}

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        KernelComparison comparison = new KernelComparison();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            Runnable work = comparison.work(words[1], KernelProvider.valueOf(words[2]));
            int number = Integer.parseInt(words[3]);
            System.out.println("warm".equals(words[0]) ? comparison.warm(work, number) : comparison.run(work, number));
        }
    }

    /** Until the time is over and nothing is boxed any more, or ten times as long. */
    private String warm(Runnable work, int milliseconds) {
        long start = System.nanoTime();
        long bytes;
        long passed;
        do {
            bytes = threads.getCurrentThreadAllocatedBytes();
            work.run();
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        } while (passed < milliseconds || bytes > BOXES && passed < 10L * milliseconds);
        return "warm";
    }

    private String run(Runnable work, int times) {
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < times; i++) {
            long bytes = threads.getCurrentThreadAllocatedBytes();
            long nanos = threads.getCurrentThreadCpuTime();
            work.run();
            nanos = threads.getCurrentThreadCpuTime() - nanos;
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            answer.append(String.format(Locale.ROOT, "%.4f %d ", nanos / 1e6, bytes));
        }
        return answer.toString().strip();
    }

    private Runnable work(String name, KernelProvider provider) {
        if (!name.startsWith("scale-")) {
            return plane(name, planes.computeIfAbsent(provider, KernelComparison::open));
        }
        String key = name.replace("-fresh", "") + " " + provider;
        scales.entrySet().removeIf(entry -> !sameCase(entry.getKey(), key) && closed(entry.getValue()));
        ScaleRun scale = scales.computeIfAbsent(key, missing -> scale(name.split("-", -1), provider));
        return name.endsWith("-fresh") ? scale::fresh : scale::reusing;
    }

    /** Whether two keys are of one case by either provider, so that both are needed. */
    private static boolean sameCase(String one, String other) {
        return one.substring(0, one.indexOf(' ')).equals(other.substring(0, other.indexOf(' ')));
    }

    private static boolean closed(ScaleRun scale) {
        scale.close();
        return true;
    }

    private static ScaleRun scale(String[] words, KernelProvider provider) {
        String[] sides = words[1].split("x", -1);
        return new ScaleRun(
                Kernels.best(KernelChoice.valueOf(provider.name())),
                ResampleFilter.valueOf(words[2].toUpperCase(Locale.ROOT)),
                Integer.parseInt(sides[0]),
                Integer.parseInt(sides[1]));
    }

    private static PlaneKernelBenchmark open(KernelProvider provider) {
        PlaneKernelBenchmark benchmark = new PlaneKernelBenchmark();
        benchmark.provider = KernelChoice.valueOf(provider.name());
        benchmark.open();
        return benchmark;
    }

    private static Runnable plane(String name, PlaneKernelBenchmark on) {
        return switch (name) {
            case "copy" -> on::copy;
            case "fill" -> on::fill;
            case "invert" -> on::invert;
            case "map" -> on::map;
            case "flip" -> on::flip;
            case "flop" -> on::flop;
            case "flop-fresh" -> on::flopFresh;
            case "transpose" -> on::transpose;
            case "rotate90" -> on::rotate90;
            case "rotateNearest" -> on::rotateNearest;
            case "rotateBilinear" -> on::rotateBilinear;
            case "rotateBicubic" -> on::rotateBicubic;
            case "ycbcrToRgb" -> on::ycbcrToRgb;
            case "rgbToYcbcr" -> on::rgbToYcbcr;
            case "rgbToGray" -> on::rgbToGray;
            case "cmykToRgb" -> on::cmykToRgb;
            case "doubleChroma" -> on::doubleChroma;
            case "premultiply" -> on::premultiply;
            case "unpremultiply" -> on::unpremultiply;
            case "flatten" -> on::flatten;
            case "deinterleave3" -> on::deinterleave3;
            case "deinterleave4" -> on::deinterleave4;
            case "deinterleave16of3" -> on::deinterleave16of3;
            case "deinterleave16of4" -> on::deinterleave16of4;
            case "interleave3" -> on::interleave3;
            case "interleave4" -> on::interleave4;
            default -> throw new IllegalArgumentException("no case " + name);
        };
    }
}
