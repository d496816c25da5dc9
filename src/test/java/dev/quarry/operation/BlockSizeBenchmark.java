package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.Scratch;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/**
 * One operation that writes a new picture and drops it, with blocks of several sizes, and with the cache on and off. The
 * service itself changes colours in place; here each operation takes new memory, as it does in Pillow.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx1g", "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
public class BlockSizeBenchmark {

    private static final long BUDGET_BYTES = 4L << 30;
    private static final int SCALED_WIDTH = 5478;

    /** What is done. */
    public enum Work {
        /** A Lanczos resize to 5478 columns. */
        SCALE {
            @Override
            Image run(Image source, OperationContext context) {
                long height = Math.round((double) SCALED_WIDTH * source.height() / source.width());
                ImageSpec shape = source.spec().resized(SCALED_WIDTH, (int) height);
                return fill(source, shape, context, (result, band) -> {
                    ResampleFilter filter = ResampleFilter.LANCZOS;
                    var from = source.spec().planes().get(band);
                    var to = shape.planes().get(band);
                    ResamplePasses.of(ResampleAxis.across(filter, from, to), ResampleAxis.down(filter, from, to))
                            .run(source.plane(band), result.plane(band), context);
                });
            }
        },
        /** Each sample looked up in a table. */
        FILTER {
            @Override
            Image run(Image source, OperationContext context) {
                return fill(
                        source,
                        source.spec(),
                        context,
                        (result, band) -> context.kernels()
                                .point()
                                .map(source.plane(band), result.plane(band), TABLE, 0, source.height()));
            }
        },
        /** RGB to YCbCr 4:4:4. */
        CONVERT {
            @Override
            Image run(Image source, OperationContext context) {
                Image result = Image.allocate(context.scope(), source.spec().withModel(ColorModel.YCBCR), false);
                context.kernels()
                        .convert()
                        .rgbToYcbcr(
                                source.plane(0),
                                source.plane(1),
                                source.plane(2),
                                result.plane(0),
                                result.plane(1),
                                result.plane(2),
                                0,
                                source.height());
                return result;
            }
        },
        /** A copy put on a ground; the green band stands in for alpha. */
        COMPOSITION {
            @Override
            Image run(Image source, OperationContext context) {
                return fill(source, source.spec(), context, (result, band) -> {
                    Plane target = result.plane(band);
                    context.inBands(source.height(), (from, to) -> {
                        context.kernels().point().copy(source.plane(band), target, from, to);
                        context.kernels().alpha().flatten(target, source.plane(1), 255, from, to);
                    });
                });
            }
        },
        /** A quarter turn. */
        ROTATE {
            @Override
            Image run(Image source, OperationContext context) {
                ImageSpec shape = source.spec().oriented(Orientation.ROTATE_90);
                return fill(
                        source,
                        shape,
                        context,
                        (result, band) -> context.kernels()
                                .orient()
                                .orient(
                                        source.plane(band),
                                        result.plane(band),
                                        Orientation.ROTATE_90,
                                        0,
                                        result.plane(band).height(),
                                        context.scratch()));
            }
        };

        private static final byte[] TABLE = new byte[256];

        static {
            IntStream.range(0, TABLE.length).forEach(i -> TABLE[i] = (byte) (i * i >> 8));
        }

        /** The picture made of {@code source}, which stays open. */
        abstract Image run(Image source, OperationContext context);

        private static Image fill(Image source, ImageSpec shape, OperationContext context, BandWork work) {
            Image result = Image.allocate(context.scope(), shape, false);
            for (int band = 0; band < source.planes().size(); band++) {
                work.on(result, band);
            }
            return result;
        }
    }

    /** Work on one band of a result. */
    private interface BandWork {
        void on(Image result, int band);
    }

    /** What is done. */
    @Param
    public Work work;

    /** Sides of the source. */
    @Param({"2560x1638", "2560x1639", "5120x3200"})
    public String size;

    /** Size of blocks in megabytes. */
    @Param({"1", "4", "16"})
    public int blockMegabytes;

    /** Blocks that the cache keeps. */
    @Param({"0", "256"})
    public int blocksMax;

    private BlockStorage storage;
    private StorageScope scope;
    private OperationContext context;
    private Image source;

    /** Opens the storage and makes the source. */
    @Setup
    public void open() {
        storage = BlockStorage.open(StorageSettings.defaults(BUDGET_BYTES, 2)
                .withProvider(StorageSettings.Provider.MMAP)
                .withBlocks((long) blockMegabytes << 20, 64)
                .withCache(blocksMax, BUDGET_BYTES / 2));
        scope = storage.openScope("benchmark", BUDGET_BYTES / 2);
        context = new OperationContext(
                scope,
                Kernels.best(KernelChoice.AUTO),
                new Scratch(),
                new ResampleWeightsCache(16 << 20),
                Checkpoint.none(),
                false);
        String[] sides = size.split("x", -1);
        ImageSpec shape = ImageSpec.of(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]), ColorModel.RGB);
        source = Image.allocate(scope, shape, false);
        SplittableRandom random = new SplittableRandom(1);
        for (Plane plane : source.planes()) {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, (x + y) / 8 + random.nextInt(32));
                }
            }
        }
    }

    /** Returns the memory. */
    @TearDown
    public void close() {
        source.close();
        scope.close();
        storage.close();
    }

    /** The operation, and its result dropped. */
    @Benchmark
    public void run() {
        work.run(source, context).close();
    }
}
