package dev.quarry.kernel;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.storage.Block;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.lang.foreign.Arena;
import java.util.List;
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

/**
 * Every kernel but resampling on planes of 2560 × 1639 samples: three colour planes where not said otherwise. The copy of
 * three planes is the floor. Planes changed in place become uniform after some rounds, which these kernels do not notice.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class PlaneKernelBenchmark {

    private static final int WIDTH = 2560;
    private static final int HEIGHT = 1639;
    private static final int BANDS = 4;

    /** Whose kernels. */
    @Param({"SCALAR", "VECTOR"})
    public KernelChoice provider = KernelChoice.AUTO;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(256L << 20));
    private final StorageScope scope = storage.openScope("benchmark", 200L << 20);
    private final List<Plane> sources = planes(WIDTH, HEIGHT);
    private final List<Plane> targets = planes(WIDTH, HEIGHT);
    private final List<Plane> turned = planes(HEIGHT, WIDTH);
    private final List<Plane> halves = planes(WIDTH / 2, (HEIGHT + 1) / 2);
    private final byte[] table = new byte[256];
    private final Scratch scratch = new Scratch();
    private final Block rows = scope.allocate(2L * BANDS * WIDTH * HEIGHT);
    private Kernels kernels = Kernels.scalar();

    /** Chooses the kernels and fills the sources. */
    @Setup
    public void open() {
        kernels = Kernels.best(provider);
        Random random = new Random(1);
        random.nextBytes(table);
        for (Plane plane : sources) {
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    plane.setSample(x, y, random.nextInt(256));
                }
            }
        }
        copy();
        for (long at = 0; at < rows.bytes(); at += 2L * WIDTH) {
            long row = rows.offset() + at;
            kernels.interleave()
                    .interleave(sources.subList(0, 2), (int) (at / (2 * WIDTH) % HEIGHT), scope.memory(), row);
        }
    }

    /** Returns the memory. */
    @TearDown
    public void close() {
        scope.close();
        storage.close();
    }

    private List<Plane> planes(int width, int height) {
        return Image.allocate(scope, ImageSpec.of(width, height, ColorModel.RGBA), false)
                .planes();
    }

    /** The floor. */
    @Benchmark
    public void copy() {
        for (int band = 0; band < 3; band++) {
            kernels.point().copy(sources.get(band), targets.get(band), 0, HEIGHT);
        }
    }

    /** A fill. */
    @Benchmark
    public void fill() {
        for (int band = 0; band < 3; band++) {
            kernels.point().fill(targets.get(band), 77, 0, HEIGHT);
        }
    }

    /** Inversion in place. */
    @Benchmark
    public void invert() {
        for (int band = 0; band < 3; band++) {
            kernels.point().invert(targets.get(band), 0, HEIGHT);
        }
    }

    /** Another value for each, by a table. */
    @Benchmark
    public void map() {
        for (int band = 0; band < 3; band++) {
            kernels.point().map(sources.get(band), targets.get(band), table, 0, HEIGHT);
        }
    }

    /** Left and right exchanged. */
    @Benchmark
    public void flop() {
        orient(targets, Orientation.FLOP);
    }

    /** Left and right exchanged, into new memory. */
    @Benchmark
    public void flopFresh() {
        try (Arena arena = Arena.ofConfined()) {
            orient(ScaleRun.fresh(arena, WIDTH, HEIGHT), Orientation.FLOP);
        }
    }

    /** Top and bottom exchanged. */
    @Benchmark
    public void flip() {
        orient(targets, Orientation.FLIP);
    }

    /** Axes exchanged. */
    @Benchmark
    public void transpose() {
        orient(turned, Orientation.TRANSPOSE);
    }

    /** A quarter turn. */
    @Benchmark
    public void rotate90() {
        orient(turned, Orientation.ROTATE_90);
    }

    private void orient(List<Plane> to, Orientation turn) {
        for (int band = 0; band < 3; band++) {
            kernels.orient()
                    .orient(
                            sources.get(band),
                            to.get(band),
                            turn,
                            0,
                            to.get(band).height(),
                            scratch);
        }
    }

    /** YCbCr 4:4:4 to RGB. */
    @Benchmark
    public void ycbcrToRgb() {
        kernels.convert()
                .ycbcrToRgb(
                        sources.get(0),
                        sources.get(1),
                        sources.get(2),
                        targets.get(0),
                        targets.get(1),
                        targets.get(2),
                        0,
                        HEIGHT);
    }

    /** RGB to YCbCr 4:4:4. */
    @Benchmark
    public void rgbToYcbcr() {
        kernels.convert()
                .rgbToYcbcr(
                        sources.get(0),
                        sources.get(1),
                        sources.get(2),
                        targets.get(0),
                        targets.get(1),
                        targets.get(2),
                        0,
                        HEIGHT);
    }

    /** Chroma of 4:2:0 to full size, two planes. */
    @Benchmark
    public void doubleChroma() {
        for (int band = 0; band < 2; band++) {
            kernels.convert().doubleChroma(halves.get(band), targets.get(band), 0, HEIGHT);
        }
    }

    /** RGB to grey. */
    @Benchmark
    public void rgbToGray() {
        kernels.convert().rgbToGray(sources.get(0), sources.get(1), sources.get(2), targets.get(0), 0, HEIGHT);
    }

    /** CMYK to RGB. */
    @Benchmark
    public void cmykToRgb() {
        kernels.convert()
                .cmykToRgb(
                        sources.get(0),
                        sources.get(1),
                        sources.get(2),
                        sources.get(3),
                        targets.get(0),
                        targets.get(1),
                        targets.get(2),
                        0,
                        HEIGHT);
    }

    /** Colour times alpha, in place. */
    @Benchmark
    public void premultiply() {
        for (int band = 0; band < 3; band++) {
            kernels.alpha().premultiply(targets.get(band), sources.get(3), 0, HEIGHT);
        }
    }

    /** Colour by alpha, in place. */
    @Benchmark
    public void unpremultiply() {
        for (int band = 0; band < 3; band++) {
            kernels.alpha().unpremultiply(targets.get(band), sources.get(3), 0, HEIGHT);
        }
    }

    /** Colour on a background, in place. */
    @Benchmark
    public void flatten() {
        for (int band = 0; band < 3; band++) {
            kernels.alpha().flatten(targets.get(band), sources.get(3), 255, 0, HEIGHT);
        }
    }

    /** RGB rows to planes. */
    @Benchmark
    public void deinterleave3() {
        deinterleave(3);
    }

    /** RGBA rows to four planes. */
    @Benchmark
    public void deinterleave4() {
        deinterleave(4);
    }

    private void deinterleave(int bands) {
        List<Plane> planes = targets.subList(0, bands);
        for (int y = 0; y < HEIGHT; y++) {
            kernels.interleave().deinterleave(scope.memory(), rows.offset() + (long) y * bands * WIDTH, planes, y);
        }
    }

    /** 16-bit RGB rows to planes. */
    @Benchmark
    public void deinterleave16of3() {
        deinterleave16(3);
    }

    /** 16-bit RGBA rows to four planes. */
    @Benchmark
    public void deinterleave16of4() {
        deinterleave16(4);
    }

    private void deinterleave16(int bands) {
        List<Plane> planes = targets.subList(0, bands);
        for (int y = 0; y < HEIGHT; y++) {
            long row = rows.offset() + 2L * y * bands * WIDTH;
            kernels.interleave().deinterleave16(scope.memory(), row, planes, y);
        }
    }

    /** Planes to RGB rows. */
    @Benchmark
    public void interleave3() {
        interleave(3);
    }

    /** Four planes to RGBA rows. */
    @Benchmark
    public void interleave4() {
        interleave(4);
    }

    private void interleave(int bands) {
        List<Plane> planes = sources.subList(0, bands);
        for (int y = 0; y < HEIGHT; y++) {
            kernels.interleave().interleave(planes, y, scope.memory(), rows.offset() + (long) y * bands * WIDTH);
        }
    }

    /** Turned by 7 degrees, with 16 samples for each point. */
    @Benchmark
    public void rotateBicubic() {
        rotate(RotateKernel.Interpolation.BICUBIC);
    }

    /** Turned by 7 degrees, with four samples for each point. */
    @Benchmark
    public void rotateBilinear() {
        rotate(RotateKernel.Interpolation.BILINEAR);
    }

    /** Turned by 7 degrees, with one sample for each point. */
    @Benchmark
    public void rotateNearest() {
        rotate(RotateKernel.Interpolation.NEAREST);
    }

    private void rotate(RotateKernel.Interpolation interpolation) {
        double cosine = Math.cos(Math.toRadians(7));
        double sine = Math.sin(Math.toRadians(7));
        RotateKernel.AffineMap map = new RotateKernel.AffineMap(cosine, sine, 0, -sine, cosine, 0);
        kernels.rotate()
                .rotate(
                        sources.subList(0, 3),
                        targets.subList(0, 3),
                        map,
                        interpolation,
                        new int[3],
                        0,
                        HEIGHT,
                        scratch);
    }
}
