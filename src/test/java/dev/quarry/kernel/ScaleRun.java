package dev.quarry.kernel;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A resize of 2560 × 1639 samples, three planes, in the order of passes that costs less and with weights at hand. */
final class ScaleRun implements AutoCloseable {

    private static final int WIDTH = 2560;
    private static final int HEIGHT = 1639;
    private static final int BANDS = 3;
    private static final int SLACK = 64;

    private final Kernels kernels;
    private final Scratch scratch = new Scratch();
    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(160L << 20));
    private final StorageScope scope = storage.openScope("comparison", 150L << 20);
    private final ResampleWeights across;
    private final ResampleWeights down;
    private final boolean verticalFirst;
    private final List<Plane> sources;
    private final List<Plane> between;
    private final List<Plane> targets;

    /** A resize by {@code kernels} to another size. */
    ScaleRun(Kernels kernels, ResampleFilter filter, int width, int height) {
        this.kernels = kernels;
        across = ResampleWeights.of(filter, WIDTH, 0, WIDTH, width, width);
        down = ResampleWeights.of(filter, HEIGHT, 0, HEIGHT, height, height);
        verticalFirst = (long) WIDTH * height * down.taps() + (long) width * height * across.taps()
                <= (long) width * HEIGHT * across.taps() + (long) width * height * down.taps();
        sources = planes(WIDTH, HEIGHT);
        between = verticalFirst ? planes(WIDTH, height) : planes(width, HEIGHT);
        targets = planes(width, height);
        Random random = new Random(1);
        for (Plane plane : sources) {
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    plane.setSample(x, y, (x + y) / 8 + random.nextInt(32));
                }
            }
        }
    }

    private List<Plane> planes(int width, int height) {
        return Image.allocate(scope, ImageSpec.of(width, height, ColorModel.RGB), false)
                .planes();
    }

    /** Into the same memory each time. */
    void reusing() {
        into(targets);
    }

    /** Into new memory each time, zeroed by the JDK and returned at the end. */
    void fresh() {
        try (Arena arena = Arena.ofConfined()) {
            into(fresh(arena, targets.getFirst().width(), targets.getFirst().height()));
        }
    }

    /** Planes in new memory. */
    static List<Plane> fresh(Arena arena, int width, int height) {
        int stride = (width + SLACK - 1) / SLACK * SLACK;
        MemorySegment memory = arena.allocate((long) BANDS * height * stride + 2 * SLACK, SLACK);
        return IntStream.range(0, BANDS)
                .mapToObj(band -> {
                    long first = SLACK + (long) band * height * stride;
                    long[] rows = IntStream.range(0, height)
                            .mapToLong(y -> first + (long) y * stride)
                            .toArray();
                    return new Plane(memory, rows, width, stride);
                })
                .toList();
    }

    private void into(List<Plane> results) {
        ResampleKernel kernel = kernels.resample();
        for (int band = 0; band < BANDS; band++) {
            Plane middle = between.get(band);
            Plane result = results.get(band);
            if (verticalFirst) {
                kernel.vertical(sources.get(band), middle, down, 0, middle.height(), scratch);
                kernel.horizontal(middle, result, across, 0, result.height(), scratch);
            } else {
                kernel.horizontal(sources.get(band), middle, across, 0, middle.height(), scratch);
                kernel.vertical(middle, result, down, 0, result.height(), scratch);
            }
        }
    }

    /** Returns the memory. */
    @Override
    public void close() {
        scope.close();
        storage.close();
    }
}
