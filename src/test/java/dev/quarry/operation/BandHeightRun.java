package dev.quarry.operation;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Rect;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.RotateKernel.Interpolation;
import dev.quarry.kernel.RowBands;
import dev.quarry.kernel.Scratch;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures what the height of a band costs and gains, step by step on 24 megapixels: the time of the whole step, and the time
 * from a cancellation at a random moment until the worker is free. Prints lines of JSON.
 */
public final class BandHeightRun {

    private static final int WIDTH = 6000;
    private static final int HEIGHT = 4000;
    private static final int[] HEIGHTS = {8, 16, 32, 64, 128, 256, Integer.MAX_VALUE};
    private static final int WARM_UPS = 6;
    private static final int WORST = 99;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(400L << 20));
    private final StorageScope scope = storage.openScope("bands", 380L << 20);
    private final Kernels kernels = Kernels.best(KernelChoice.AUTO);
    private final Scratch scratch = new Scratch();
    private final ResampleWeightsCache weights = new ResampleWeightsCache(16 << 20);
    private final SplittableRandom random = new SplittableRandom(1);

    private BandHeightRun() {}

    /** What is run. */
    private enum Step {
        RESIZE_TO_1500(ImageSpec.ycbcr(WIDTH, HEIGHT, ChromaSubsampling.S420), resize(1500, 1000)),
        RESIZE_TO_300(ImageSpec.ycbcr(WIDTH, HEIGHT, ChromaSubsampling.S420), resize(300, 200)),
        ROTATE_BY_7(ImageSpec.of(WIDTH, HEIGHT, ColorModel.RGB), new Rotation(7, Interpolation.BICUBIC, Color.WHITE));

        private final ImageSpec shape;
        private final Transform transform;

        Step(ImageSpec shape, Transform transform) {
            this.shape = shape;
            this.transform = transform;
        }

        private static Transform resize(int width, int height) {
            Rect all = new Rect(0, 0, width, height);
            return new Rescale(width, height, all, ResampleFilter.LANCZOS, ChromaSubsampling.S420);
        }
    }

    /** The work was stopped. */
    private static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }

    /** The arguments: whole runs and cancelled runs for each height. */
    public static void main(String[] arguments) {
        int whole = Integer.parseInt(arguments[0]);
        int cancelled = Integer.parseInt(arguments[1]);
        BandHeightRun run = new BandHeightRun();
        for (Step step : Step.values()) {
            run.measure(step, whole, cancelled);
        }
        run.scope.close();
        run.storage.close();
    }

    private void measure(Step step, int whole, int cancelled) {
        for (int i = 0; i < WARM_UPS; i++) {
            time(step, HEIGHTS[i % HEIGHTS.length], Long.MAX_VALUE);
        }
        long[][] times = new long[HEIGHTS.length][whole];
        // In turns, so that what else the machine does falls on all heights alike.
        for (int i = 0; i < whole; i++) {
            for (int height = 0; height < HEIGHTS.length; height++) {
                times[height][i] = time(step, HEIGHTS[height], Long.MAX_VALUE);
            }
        }
        for (int height = 0; height < HEIGHTS.length; height++) {
            Arrays.sort(times[height]);
            long[] waits = waits(step, HEIGHTS[height], times[height][whole / 2], cancelled);
            System.out.printf(
                    Locale.ROOT,
                    "{\"step\": \"%s\", \"band\": %d, \"ms\": %.2f, \"least_ms\": %.2f, \"cancel_p50\": %.3f,"
                            + " \"cancel_p99\": %.3f, \"cancel_max\": %.3f}%n",
                    step,
                    HEIGHTS[height] == Integer.MAX_VALUE ? 0 : HEIGHTS[height],
                    times[height][whole / 2] / 1e6,
                    times[height][0] / 1e6,
                    waits[cancelled / 2] / 1e6,
                    waits[cancelled * WORST / 100] / 1e6,
                    waits[cancelled - 1] / 1e6);
        }
    }

    /** The times from a cancellation until the step has ended, sorted. */
    private long[] waits(Step step, int height, long nanos, int count) {
        long[] waits = new long[count];
        for (int i = 0; i < count; i++) {
            long after = random.nextLong(nanos);
            waits[i] = Math.max(0, time(step, height, after) - after);
        }
        Arrays.sort(waits);
        return waits;
    }

    /** The time of a step that is cancelled after some nanoseconds. */
    private long time(Step step, int height, long cancelAfter) {
        // No step's time depends on the samples, so that they may be what lay there.
        Image source = Image.allocate(scope, step.shape, false);
        long start = System.nanoTime();
        Checkpoint checkpoint = () -> {
            if (System.nanoTime() - start > cancelAfter) {
                throw new Stopped();
            }
        };
        OperationContext context =
                new OperationContext(scope, kernels, scratch, weights, checkpoint, false, new RowBands(height));
        try (Image result = step.transform.apply(source, context)) {
            return System.nanoTime() - start;
        } catch (Stopped cancelled) {
            return System.nanoTime() - start;
        }
    }
}
