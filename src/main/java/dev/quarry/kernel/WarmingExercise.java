package dev.quarry.kernel;

import com.sun.management.ThreadMXBean;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.storage.Block;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Calls of each kernel variant on small planes, repeated until they allocate nothing. */
final class WarmingExercise implements AutoCloseable {

    private static final int SIDE = 128;
    private static final int HALF = SIDE / 2;
    private static final int ROWS = 16;
    private static final int WIDEST_SAMPLES = 8;
    // Interleaved rows are read and written in whole vectors.
    private static final int SLACK_BYTES = 64;
    private static final int CALLS = 10;
    private static final int CLEAN_ROUNDS = 3;
    // The exercise's own lists of planes, and what watchers of calls make; boxed vectors, one for each step, are far
    // more.
    private static final long OWN_BYTES = 16 << 10;

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Kernels kernels;
    private final StorageScope scope;
    private final Image from;
    private final Image to;
    private final Block row;
    private final Scratch scratch = new Scratch();
    private final byte[] table = new byte[256];

    /** Planes of {@code storage} for {@code kernels} to work on. */
    WarmingExercise(Kernels kernels, BlockStorage storage) throws InterruptedException {
        this.kernels = kernels;
        ImageSpec spec = ImageSpec.of(SIDE, SIDE, ColorModel.CMYK);
        long rowBytes = (long) SIDE * WIDEST_SAMPLES + 2 * SLACK_BYTES;
        long imageBytes = storage.bytesForRows(spec.rowShapes(), false);
        scope = storage.openScope(
                "warm-up", 2 * imageBytes + storage.bytesFor(rowBytes), System.nanoTime() + PATIENCE_NANOS);
        try {
            from = Image.allocate(scope, spec, false);
            to = Image.allocate(scope, spec, false);
            row = scope.allocate(rowBytes);
        } catch (RuntimeException | Error failed) {
            scope.close();
            throw failed;
        }
        from.planes().forEach(WarmingExercise::fill);
        to.planes().forEach(WarmingExercise::fill);
    }

    private static void fill(Plane plane) {
        for (int y = 0; y < plane.height(); y++) {
            for (int x = 0; x < plane.width(); x++) {
                plane.setSample(x, y, (x * 37) ^ (y * 101));
            }
        }
    }

    /** Whether {@code variant} came to allocate nothing before {@code goOn} said no. */
    boolean warm(KernelVariant variant, BooleanSupplier goOn) {
        Course course = course(variant);
        while (!course.isWarm() && goOn.getAsBoolean()) {
            course.round();
        }
        return course.isWarm();
    }

    /** The calls of {@code variant}, none of which is made yet. */
    Course course(KernelVariant variant) {
        return new Course(variant, call(variant));
    }

    /** The calls of one variant, some at a time, until they allocate nothing. */
    final class Course {

        private final KernelVariant variant;
        private final Runnable call;
        private int clean;

        private Course(KernelVariant variant, Runnable call) {
            this.variant = variant;
            this.call = call;
        }

        KernelVariant variant() {
            return variant;
        }

        void round() {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            clean = bytes <= CALLS * OWN_BYTES ? clean + 1 : 0;
        }

        boolean isWarm() {
            return clean >= CLEAN_ROUNDS;
        }
    }

    private Runnable call(KernelVariant variant) {
        Plane a = from.plane(0);
        Plane b = from.plane(1);
        Plane c = from.plane(2);
        Plane k = from.plane(3);
        Plane r = to.plane(0);
        Plane g = to.plane(1);
        Plane u = to.plane(2);
        ConvertKernel convert = kernels.convert();
        return switch (variant) {
            case VERTICAL -> vertical();
            case HORIZONTAL_4 -> horizontal(ResampleFilter.BILINEAR, 90);
            case HORIZONTAL_8 -> horizontal(ResampleFilter.LANCZOS, 110);
            case HORIZONTAL_12 -> horizontal(ResampleFilter.LANCZOS, 75);
            case HORIZONTAL_16 -> horizontal(ResampleFilter.LANCZOS, 55);
            case HORIZONTAL_20 -> horizontal(ResampleFilter.LANCZOS, 42);
            case HORIZONTAL_MANY -> horizontal(ResampleFilter.LANCZOS, 20);
            case DEINTERLEAVE -> () -> eachBands(planes -> deinterleave(planes));
            case INTERLEAVE -> () -> eachBands(planes -> interleave(planes));
            case DEINTERLEAVE_16 -> () -> eachBands(planes -> deinterleave16(planes));
            case PREMULTIPLY -> () -> kernels.alpha().premultiply(r, a, 0, SIDE);
            case UNPREMULTIPLY -> () -> kernels.alpha().unpremultiply(r, a, 0, SIDE);
            case FLATTEN -> () -> kernels.alpha().flatten(r, a, 200, 0, SIDE);
            case TURN -> () -> orient(a, r, true);
            case MIRROR -> () -> orient(a, r, false);
            case YCBCR_TO_RGB -> () -> convert.ycbcrToRgb(a, b, c, r, g, u, 0, SIDE);
            case RGB_TO_YCBCR -> () -> convert.rgbToYcbcr(a, b, c, r, g, u, 0, SIDE);
            case RGB_TO_GRAY -> () -> convert.rgbToGray(a, b, c, r, 0, SIDE);
            case CMYK_TO_RGB -> () -> convert.cmykToRgb(a, b, c, k, r, g, u, 0, SIDE);
            case DOUBLE_CHROMA -> doubleChroma(a, r);
            case MAP -> () -> kernels.point().map(a, r, table, 0, SIDE);
            case ROTATE_BICUBIC -> rotate(RotateKernel.Interpolation.BICUBIC);
            case ROTATE_BILINEAR -> rotate(RotateKernel.Interpolation.BILINEAR);
            case ROTATE_NEAREST -> rotate(RotateKernel.Interpolation.NEAREST);
            case INVERSE_DCT -> inverseDct(r);
        };
    }

    /** Few taps, for which each row is made alone, and many, for which two are made at once. */
    private Runnable vertical() {
        ResampleWeights few = weights(ResampleFilter.BILINEAR, 90);
        ResampleWeights many = weights(ResampleFilter.LANCZOS, 75);
        Plane source = from.plane(0);
        Plane fewRows = to.plane(0).view(new Rect(0, 0, SIDE, 90));
        Plane manyRows = to.plane(1).view(new Rect(0, 0, SIDE, 75));
        return () -> {
            kernels.resample().vertical(source, fewRows, few, 0, fewRows.height(), scratch);
            kernels.resample().vertical(source, manyRows, many, 0, manyRows.height(), scratch);
        };
    }

    private Runnable horizontal(ResampleFilter filter, int columns) {
        ResampleWeights weights = weights(filter, columns);
        Plane source = from.plane(0);
        Plane target = to.plane(0).view(new Rect(0, 0, columns, SIDE));
        return () -> kernels.resample().horizontal(source, target, weights, 0, SIDE, scratch);
    }

    private static ResampleWeights weights(ResampleFilter filter, int size) {
        return ResampleWeights.of(filter, SIDE, 0, SIDE, size, size);
    }

    private Runnable doubleChroma(Plane source, Plane target) {
        Plane half = source.view(new Rect(0, 0, HALF, HALF));
        return () -> kernels.convert().doubleChroma(half, target, 0, SIDE);
    }

    private Runnable rotate(RotateKernel.Interpolation interpolation) {
        RotateKernel.AffineMap map = new RotateKernel.AffineMap(0.96, 0.28, -15, -0.28, 0.96, 20);
        int[] outside = new int[from.planes().size()];
        return () -> kernels.rotate().rotate(from.planes(), to.planes(), map, interpolation, outside, 0, SIDE, scratch);
    }

    private Runnable inverseDct(Plane target) {
        int[] coefficients = new int[InverseDctKernel.COEFFICIENTS];
        return () -> {
            for (int y = 0; y + InverseDctKernel.MAX_SIDE <= SIDE; y += InverseDctKernel.MAX_SIDE) {
                for (int side = 1; side <= InverseDctKernel.MAX_SIDE; side++) {
                    inverseDct(coefficients, side, target, y);
                }
            }
        };
    }

    private void inverseDct(int[] coefficients, int side, Plane target, int y) {
        int columns = InverseDctKernel.BLOCKS * side;
        kernels.inverseDct()
                .inverse(coefficients, 0, side, target.memory(), target.row(y), target.strideBytes(), columns, side);
    }

    private void orient(Plane source, Plane target, boolean swapsAxes) {
        for (Orientation turn : Orientation.values()) {
            if (turn.swapsAxes() == swapsAxes) {
                kernels.orient().orient(source, target, turn, 0, SIDE, scratch);
            }
        }
    }

    /** Something that is done with a row of so many planes. */
    private interface RowWork {

        void on(List<Plane> planes);
    }

    private void eachBands(RowWork work) {
        for (int bands = 1; bands <= to.planes().size(); bands++) {
            work.on(to.planes().subList(0, bands));
        }
    }

    private void deinterleave(List<Plane> planes) {
        for (int y = 0; y < ROWS; y++) {
            kernels.interleave().deinterleave(scope.memory(), row.offset() + SLACK_BYTES, planes, y);
        }
    }

    private void deinterleave16(List<Plane> planes) {
        for (int y = 0; y < ROWS; y++) {
            kernels.interleave().deinterleave16(scope.memory(), row.offset() + SLACK_BYTES, planes, y);
        }
    }

    private void interleave(List<Plane> planes) {
        for (int y = 0; y < ROWS; y++) {
            kernels.interleave().interleave(planes, y, scope.memory(), row.offset() + SLACK_BYTES);
        }
    }

    /** Gives the planes back. */
    @Override
    public void close() {
        row.close();
        from.close();
        to.close();
        scope.close();
    }
}
