package dev.quarry.kernel;

import com.sun.management.ThreadMXBean;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Bytes that each vector kernel allocates for a call once it is warm: a program that prints a line for each kernel, its name,
 * a tab and the bytes.
 */
public final class AllocationRun {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 100;
    private static final long PATIENCE_NANOS = 15_000_000_000L;
    private static final int SIDE = 100;

    private final PlaneFixture fixture = new PlaneFixture(1, 1, 2500);
    private final Scratch scratch = new Scratch();
    private final Map<String, Runnable> cases = new LinkedHashMap<>();

    private AllocationRun() {
        addVertical(ResampleFilter.BILINEAR, 64, 90);
        addVertical(ResampleFilter.LANCZOS, 100, 90);
        addVertical(ResampleFilter.LANCZOS, 110, 60);
        addVertical(ResampleFilter.LANCZOS, 120, 16);
        addHorizontal(ResampleFilter.BILINEAR, 64, 90, 4);
        addHorizontal(ResampleFilter.LANCZOS, 64, 90, 8);
        addHorizontal(ResampleFilter.LANCZOS, 110, 60, 12);
        addHorizontal(ResampleFilter.LANCZOS, 100, 40, 16);
        addHorizontal(ResampleFilter.LANCZOS, 96, 30, 20);
        addHorizontal(ResampleFilter.LANCZOS, 120, 16, 48);
        addTurns();
        addConversions();
        addAlphaAndPoints();
        IntStream.rangeClosed(1, 4).forEach(this::addInterleaving);
        IntStream.rangeClosed(1, 3).forEach(this::addInverseDct);
    }

    /** Prints. */
    public static void main(String[] arguments) {
        new AllocationRun().cases.forEach((name, kernel) -> System.out.println(name + "\t" + bytes(kernel)));
    }

    /** The bytes of one call, 0 as soon as it allocates nothing, else what it still allocates when patience ends. */
    private static long bytes(Runnable kernel) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long bytes;
        do {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                kernel.run();
            }
            bytes = (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
        } while (bytes > 0 && System.nanoTime() < deadline);
        return bytes;
    }

    private List<Plane> planes(int count) {
        return IntStream.range(0, count)
                .mapToObj(band -> fixture.plane(SIDE, SIDE))
                .toList();
    }

    private void addVertical(ResampleFilter filter, int from, int to) {
        ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
        ResampleKernel kernel = new VectorResample();
        Plane source = fixture.plane(96, from);
        Plane target = fixture.plane(96, to);
        cases.put(
                "vertical " + filter + " " + from + " to " + to,
                () -> kernel.vertical(source, target, weights, 0, to, scratch));
    }

    private void addHorizontal(ResampleFilter filter, int from, int to, int taps) {
        ResampleWeights weights = ResampleWeights.of(filter, from, 0, from, to, to);
        if (weights.taps() != taps) {
            throw new IllegalStateException(
                    filter + " from " + from + " to " + to + " has " + weights.taps() + " taps");
        }
        ResampleKernel kernel = new VectorResample();
        Plane source = fixture.plane(from, 40);
        Plane target = fixture.plane(to, 40);
        cases.put("horizontal of " + taps + " taps", () -> kernel.horizontal(source, target, weights, 0, 40, scratch));
    }

    private void addTurns() {
        OrientKernel kernel = new VectorOrient();
        Plane source = fixture.plane(SIDE, SIDE);
        Plane target = fixture.plane(SIDE, SIDE);
        for (Orientation turn : Orientation.values()) {
            cases.put("orient " + turn, () -> kernel.orient(source, target, turn, 0, SIDE, scratch));
        }
        RotateKernel rotate = new VectorRotate();
        RotateKernel.AffineMap map = new RotateKernel.AffineMap(0.96, 0.28, -15, -0.28, 0.96, 20);
        int[] outside = {1, 2, 3, 4};
        List<Plane> from = planes(4);
        List<Plane> to = planes(4);
        for (RotateKernel.Interpolation interpolation : RotateKernel.Interpolation.values()) {
            cases.put(
                    "rotate " + interpolation,
                    () -> rotate.rotate(from, to, map, interpolation, outside, 0, SIDE, scratch));
        }
    }

    private void addConversions() {
        ConvertKernel kernel = new VectorConvert();
        List<Plane> p = planes(4);
        Plane a = p.get(0);
        Plane b = p.get(1);
        Plane c = p.get(2);
        Plane d = p.get(3);
        Plane half = fixture.plane(SIDE / 2, SIDE / 2);
        cases.put("YCbCr to RGB", () -> kernel.ycbcrToRgb(a, b, c, a, b, c, 0, SIDE));
        cases.put("RGB to YCbCr", () -> kernel.rgbToYcbcr(a, b, c, a, b, c, 0, SIDE));
        cases.put("RGB to grey", () -> kernel.rgbToGray(a, b, c, a, 0, SIDE));
        cases.put("CMYK to RGB", () -> kernel.cmykToRgb(a, b, c, d, a, b, c, 0, SIDE));
        cases.put("double chroma", () -> kernel.doubleChroma(half, a, 0, SIDE));
    }

    private void addAlphaAndPoints() {
        AlphaKernel alphas = new VectorAlpha();
        PointKernel points = new VectorPoint();
        Plane color = fixture.plane(SIDE, 40);
        Plane alpha = fixture.plane(SIDE, 40);
        byte[] table = new byte[256];
        cases.put("premultiply", () -> alphas.premultiply(color, alpha, 0, 40));
        cases.put("unpremultiply", () -> alphas.unpremultiply(color, alpha, 0, 40));
        cases.put("flatten", () -> alphas.flatten(color, alpha, 200, 0, 40));
        cases.put("invert", () -> points.invert(color, 0, 40));
        cases.put("fill", () -> points.fill(color, 100, 0, 40));
        cases.put("copy", () -> points.copy(alpha, color, 0, 40));
        cases.put("map", () -> points.map(alpha, color, table, 0, 40));
    }

    private void addInterleaving(int bands) {
        InterleaveKernel kernel = new VectorInterleave();
        List<Plane> planes = IntStream.range(0, bands)
                .mapToObj(band -> fixture.plane(900, 1))
                .toList();
        long row = fixture.memory().byteSize() - 8000;
        cases.put("deinterleave " + bands, () -> kernel.deinterleave(fixture.memory(), row, planes, 0));
        cases.put("interleave " + bands, () -> kernel.interleave(planes, 0, fixture.memory(), row));
        cases.put("deinterleave 16 bits of " + bands, () -> kernel.deinterleave16(fixture.memory(), row, planes, 0));
    }

    private void addInverseDct(int side) {
        InverseDctKernel kernel = new VectorInverseDct();
        int[] coefficients = new int[InverseDctKernel.COEFFICIENTS];
        Plane target = fixture.plane(64, 3);
        cases.put(
                "inverse DCT to " + side,
                () -> kernel.inverse(
                        coefficients, 0, side, target.memory(), target.row(0), target.strideBytes(), 8 * side, side));
    }
}
