package dev.quarry.kernel;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Both passes of a Lanczos resize of one plane, vertical first, with weights at hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
public class ResampleBenchmark {

    /** Who resamples. */
    @Param({"SCALAR", "VECTOR"})
    public KernelChoice kernels;

    /** Source and target size. */
    @Param({"1363x1113-720x588", "2560x1639-320x205"})
    public String sizes;

    /** The filter. */
    @Param("LANCZOS")
    public ResampleFilter filter;

    private final Scratch scratch = new Scratch();
    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(64L << 20));
    private final StorageScope scope = storage.openScope("benchmark", 32L << 20);
    private ResampleKernel kernel;
    private Plane source;
    private Plane between;
    private Plane target;
    private ResampleWeights down;
    private ResampleWeights across;

    /** Allocates the planes. */
    @Setup
    public void open() {
        kernel = Kernels.best(kernels).resample();
        String[] sides = sizes.split("[x-]", -1);
        int width = Integer.parseInt(sides[0]);
        int height = Integer.parseInt(sides[1]);
        int newWidth = Integer.parseInt(sides[2]);
        int newHeight = Integer.parseInt(sides[3]);
        source = plane(width, height);
        between = plane(width, newHeight);
        target = plane(newWidth, newHeight);
        down = ResampleWeights.of(filter, height, 0, height, newHeight, newHeight);
        across = ResampleWeights.of(filter, width, 0, width, newWidth, newWidth);
        Random random = new Random(1);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                source.setSample(x, y, (x + y) / 8 + random.nextInt(32));
            }
        }
    }

    private Plane plane(int width, int height) {
        return Image.allocate(scope, ImageSpec.of(width, height, ColorModel.GRAY), false)
                .plane(0);
    }

    /** Returns the planes. */
    @TearDown
    public void close() {
        scope.close();
        storage.close();
    }

    /** Down the columns. */
    @Benchmark
    public void vertical() {
        kernel.vertical(source, between, down, 0, between.height(), scratch);
    }

    /** Along the rows. */
    @Benchmark
    public void horizontal() {
        kernel.horizontal(between, target, across, 0, target.height(), scratch);
    }

    /** Both. */
    @Benchmark
    public void resize() {
        kernel.vertical(source, between, down, 0, between.height(), scratch);
        kernel.horizontal(between, target, across, 0, target.height(), scratch);
    }
}
