package dev.quarry.pipeline;

import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * A picture that costs codecs what a photograph does, always the same: noise of equal strength in every octave, as the
 * 1/f spectrum of photographs has it, its fine part stronger in some regions than in others, smooth colour, and alpha that
 * is mostly opaque or mostly clear.
 */
final class SyntheticPhoto {

    private static final int GRAY = 128;
    private static final int COARSEST = 512;
    private static final int FINEST_SHAPE = 32;
    private static final double SHAPE_LEVELS = 26;
    private static final double DETAIL_LEVELS = 48;
    private static final double GRAIN_LEVELS = 40;
    private static final double TINT_LEVELS = 40;
    private static final double ALPHA_LEVELS = 1_000;

    private SyntheticPhoto() {}

    /** Paints every band of {@code image}. */
    static void paint(Image image) {
        for (int band = 0; band < image.planes().size(); band++) {
            Plane plane = image.plane(band);
            byte[] samples = new byte[plane.width()];
            for (int y = 0; y < plane.height(); y++) {
                double[] row = row(image, band, y);
                for (int x = 0; x < samples.length; x++) {
                    samples[x] = (byte) Math.clamp(Math.round(row[x]), 0, 255);
                }
                MemorySegment.copy(samples, 0, plane.memory(), ValueLayout.JAVA_BYTE, plane.row(y), samples.length);
            }
        }
    }

    private static double[] row(Image image, int band, int y) {
        double[] row = new double[image.plane(band).width()];
        Arrays.fill(row, GRAY);
        boolean alpha =
                image.spec().model().hasAlpha() && band == image.planes().size() - 1;
        if (alpha) {
            addNoise(row, y, COARSEST, -1, ALPHA_LEVELS);
            return row;
        }
        switch (image.spec().model()) {
            case YCBCR -> {
                if (band == 0) {
                    addLuma(row, y);
                } else {
                    addNoise(row, y, COARSEST / 4, -band, TINT_LEVELS);
                }
            }
            case RGB, RGBA, CMYK -> {
                addLuma(row, y);
                addNoise(row, y, COARSEST / 4, -band, TINT_LEVELS);
            }
            case GRAY, GRAY_ALPHA -> addLuma(row, y);
        }
        return row;
    }

    private static void addLuma(double[] row, int y) {
        for (int spacing = COARSEST; spacing >= FINEST_SHAPE; spacing /= 2) {
            addNoise(row, y, spacing, spacing, SHAPE_LEVELS);
        }
        double[] detail = new double[row.length];
        for (int spacing = FINEST_SHAPE / 2; spacing > 1; spacing /= 2) {
            addNoise(detail, y, spacing, spacing, DETAIL_LEVELS);
        }
        addNoise(detail, y, 1, 1, GRAIN_LEVELS);
        double[] strength = new double[row.length];
        addNoise(strength, y, COARSEST / 2, COARSEST, 1);
        for (int x = 0; x < row.length; x++) {
            row[x] += detail[x] * Math.max(0.1, strength[x]);
        }
    }

    /** Adds one row of noise of at most so many {@code levels}: linear between the points of a lattice. */
    private static void addNoise(double[] row, int y, int spacing, int seed, double levels) {
        int top = y / spacing;
        double down = (double) (y % spacing) / spacing;
        double right = 0;
        double left;
        for (int cell = 0; cell * spacing < row.length; cell++) {
            left = cell == 0 ? column(0, top, down, seed) : right;
            right = column(cell + 1, top, down, seed);
            int from = cell * spacing;
            int to = Math.min(row.length, from + spacing);
            for (int x = from; x < to; x++) {
                row[x] += levels * (left + (right - left) * (x - from) / spacing);
            }
        }
    }

    private static double column(int x, int top, double down, int seed) {
        double above = point(x, top, seed);
        return above + (point(x, top + 1, seed) - above) * down;
    }

    /** From −1 to 1; the same for the same place. */
    private static double point(int x, int y, int seed) {
        long mixed = (x * 0x9E3779B97F4A7C15L) ^ (y * 0xC2B2AE3D27D4EB4FL) ^ (seed * 0x165667B19E3779F9L);
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 32)) * 0x94D049BB133111EBL;
        return (mixed >> 11) * 0x1p-52;
    }
}
