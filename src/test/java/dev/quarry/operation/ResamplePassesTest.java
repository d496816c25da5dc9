package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Window;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleWeights;
import dev.quarry.kernel.Scratch;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ResamplePassesTest {

    private final Pictures pictures = new Pictures();

    @AfterEach
    void close() {
        pictures.close();
    }

    /** Both orders with a whole picture in between: one of them must be what the passes give, whose rows are few. */
    @RepeatedTest(120)
    void run_ofRandomSizes_equalsOneOfTheTwoOrders(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        ResampleFilter filter = ResampleFilter.values()[random.nextInt(ResampleFilter.values().length)];
        int width = random.nextInt(1, 120);
        int height = random.nextInt(1, 300);
        int newWidth = random.nextInt(1, 120);
        int newHeight = random.nextInt(1, 300);
        double lost = random.nextBoolean() ? 0.5 : 0;
        PlaneSpec source = new PlaneSpec(
                width, height, new Window(0, 0, Math.max(0.5, width - lost), Math.max(0.5, height - lost)));
        ResampleAxis across = ResampleAxis.across(filter, source, PlaneSpec.of(newWidth, newHeight));
        ResampleAxis down = ResampleAxis.down(filter, source, PlaneSpec.of(newWidth, newHeight));
        ResamplePasses passes = ResamplePasses.of(across, down);
        try (Image input = pictures.noise(ImageSpec.of(width, height, ColorModel.GRAY), 77);
                Image result = pictures.noise(ImageSpec.of(newWidth, newHeight, ColorModel.GRAY), 78)) {
            long before = pictures.scope().usedBytes();
            passes.run(input.plane(0), result.plane(0), pictures.context());
            assertEquals(before, pictures.scope().usedBytes());
            int[][] actual = Pictures.samples(result)[0];
            List<int[][]> orders = List.of(inOrder(input, across, down, true), inOrder(input, across, down, false));
            assertTrue(
                    orders.stream().anyMatch(expected -> difference(expected, actual) <= 1),
                    () -> filter + " " + width + "x" + height + " to " + newWidth + "x" + newHeight + " is off by "
                            + difference(orders.get(0), actual) + " and " + difference(orders.get(1), actual));
        }
    }

    private int[][] inOrder(Image input, ResampleAxis across, ResampleAxis down, boolean verticalFirst) {
        ResampleWeights columns = weights(across);
        ResampleWeights rows = weights(down);
        var kernel = Kernels.scalar().resample();
        Scratch scratch = new Scratch();
        ImageSpec middle = verticalFirst
                ? ImageSpec.of(input.width(), down.targetSize(), ColorModel.GRAY)
                : ImageSpec.of(across.targetSize(), input.height(), ColorModel.GRAY);
        ImageSpec end = ImageSpec.of(across.targetSize(), down.targetSize(), ColorModel.GRAY);
        try (Image between = Image.allocate(pictures.scope(), middle, false);
                Image result = Image.allocate(pictures.scope(), end, false)) {
            if (verticalFirst) {
                kernel.vertical(input.plane(0), between.plane(0), rows, 0, between.height(), scratch);
                kernel.horizontal(between.plane(0), result.plane(0), columns, 0, result.height(), scratch);
            } else {
                kernel.horizontal(input.plane(0), between.plane(0), columns, 0, between.height(), scratch);
                kernel.vertical(between.plane(0), result.plane(0), rows, 0, result.height(), scratch);
            }
            return Pictures.samples(result)[0];
        }
    }

    private static ResampleWeights weights(ResampleAxis axis) {
        return ResampleWeights.of(
                axis.filter(),
                axis.sourceSize(),
                axis.windowStart(),
                axis.windowSize(),
                axis.targetSize(),
                axis.targetExtent());
    }

    private static int difference(int[][] expected, int[][] actual) {
        int most = 0;
        for (int y = 0; y < expected.length; y++) {
            for (int x = 0; x < expected[y].length; x++) {
                most = Math.max(most, Math.abs(expected[y][x] - actual[y][x]));
            }
        }
        return most;
    }

    @Test
    void span_ofEveryBand_holdsTheRowsThatTheWeightsName() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 3_000; i++) {
            ResampleFilter filter = ResampleFilter.values()[random.nextInt(ResampleFilter.values().length)];
            int source = random.nextInt(1, 500);
            double size = Math.max(0.3, source - random.nextDouble());
            double start = random.nextDouble() * Math.max(0, source - size);
            int target = random.nextInt(1, 400);
            ResampleAxis axis =
                    new ResampleAxis(filter, source, start, size, target, target - random.nextDouble() * 0.75);
            ResampleWeights weights = weights(axis);
            assertTrue(weights.taps() <= axis.taps(), axis + " has " + weights.taps() + " taps");
            int band = random.nextInt(1, 65);
            for (int from = 0; from < weights.size(); from += band) {
                int to = Math.min(weights.size(), from + band);
                int end = Math.min(source, weights.starts()[to - 1] + weights.taps());
                assertTrue(end - weights.starts()[from] <= axis.span(band), axis + " rows " + from + " to " + to);
            }
        }
    }
}
