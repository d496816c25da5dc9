package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.Scratch;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.ComparedAllocator;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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

/** A resize of 2560 × 1639 to 5478 × 3505, three planes of 19 MB each, into memory that is taken for it and given back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 8, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
public class UpscaleBenchmark {

    private static final int WIDTH = 5478;
    private static final int HEIGHT = 3505;
    private static final int STRIDE = (WIDTH + 63) / 64 * 64;
    private static final int SLACK = 64;

    /** Who provides the memory of the result. */
    @Param({"POOL", "POOL_COLD", "CONFINED", "SHARED", "MALLOC", "NETTY_POOLED", "NETTY_ADAPTIVE"})
    public ComparedAllocator.Kind allocator;

    /** How samples are weighed. */
    @Param({"BILINEAR", "LANCZOS"})
    public ResampleFilter filter;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(64L << 20));
    private final StorageScope scope = storage.openScope("benchmark", 32L << 20);
    private final OperationContext context = new OperationContext(
            scope,
            Kernels.best(KernelChoice.AUTO),
            new Scratch(),
            new ResampleWeightsCache(16 << 20),
            Checkpoint.none(),
            false);
    private Image source;
    private ResamplePasses passes;
    private ComparedAllocator<?> opened;

    /** Makes the source. */
    @Setup
    public void open() {
        opened = allocator.open();
        ImageSpec shape = ImageSpec.of(2560, 1639, ColorModel.RGB);
        source = Image.allocate(scope, shape, false);
        SplittableRandom random = new SplittableRandom(1);
        for (Plane plane : source.planes()) {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, (x + y) / 8 + random.nextInt(32));
                }
            }
        }
        var from = shape.planes().getFirst();
        var to = shape.resized(WIDTH, HEIGHT).planes().getFirst();
        passes = ResamplePasses.of(ResampleAxis.across(filter, from, to), ResampleAxis.down(filter, from, to));
    }

    /** Returns the memory. */
    @TearDown
    public void close() {
        opened.close();
        source.close();
        scope.close();
        storage.close();
    }

    /** The resize. */
    @Benchmark
    public void upscale() {
        upscaleInto(opened);
    }

    private <T> void upscaleInto(ComparedAllocator<T> memory) {
        long bytes = (long) STRIDE * HEIGHT + 2 * SLACK;
        List<T> pieces = new ArrayList<>();
        for (Plane plane : source.planes()) {
            T piece = memory.allocate(bytes);
            pieces.add(piece);
            passes.run(plane, target(memory.memory(piece, bytes)), context);
        }
        pieces.forEach(memory::release);
    }

    private static Plane target(MemorySegment memory) {
        long[] rows = new long[HEIGHT];
        for (int y = 0; y < HEIGHT; y++) {
            rows[y] = SLACK + (long) y * STRIDE;
        }
        return new Plane(memory, rows, WIDTH, STRIDE);
    }
}
