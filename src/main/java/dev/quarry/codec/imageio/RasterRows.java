package dev.quarry.codec.imageio;

import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Copies the platform's pictures into planes, row by row. Samples are taken as they are: the platform's own conversion of
 * grey and CMYK goes through colour profiles.
 */
public final class RasterRows {

    private static final int OPAQUE = 255;

    private RasterRows() {}

    /** Copies band i of {@code raster}, 8 bits, to plane i from row {@code firstRow} on. */
    public static void copyBands(Raster raster, Image target, int firstRow) {
        for (int band = 0; band < target.planes().size(); band++) {
            copyBand(raster, band, OPAQUE, target.plane(band), firstRow);
        }
    }

    /** Copies a picture to the target's rows from {@code firstRow} on, in the target's model. */
    public static void copy(BufferedImage source, Image target, int firstRow) {
        switch (target.spec().model()) {
            case GRAY, GRAY_ALPHA -> {
                if (source.getColorModel() instanceof IndexColorModel index) {
                    copyGrayIndex(source, index, target.plane(0), firstRow);
                } else {
                    copyComponents(source, target, firstRow, ColorSpace.TYPE_GRAY);
                }
            }
            case CMYK -> copyComponents(source, target, firstRow, ColorSpace.TYPE_CMYK);
            case RGB, RGBA -> copyColors(source, target, firstRow);
            case YCBCR -> throw new IllegalArgumentException("no such target: " + target.spec());
        }
    }

    private static void copyColors(BufferedImage source, Image target, int firstRow) {
        ColorModel colors = source.getColorModel();
        if (!(colors instanceof ComponentColorModel)) {
            copyPacked(source, target, firstRow);
        } else if (colors.getNumComponents() == 1 && target.planes().size() == 3) {
            // A palette of greys is given as grey.
            int most = (1 << colors.getComponentSize(0)) - 1;
            target.planes().forEach(plane -> copyBand(source.getRaster(), 0, most, plane, firstRow));
        } else {
            copyComponents(source, target, firstRow, ColorSpace.TYPE_RGB);
        }
    }

    private static void copyComponents(BufferedImage source, Image target, int firstRow, int colorSpace) {
        ColorModel colors = source.getColorModel();
        int alphaBands = target.spec().model().hasAlpha() ? 1 : 0;
        if (colors.getColorSpace().getType() != colorSpace
                || colors.getNumColorComponents() != target.planes().size() - alphaBands) {
            throw new UnsupportedFormatException("Pictures of this kind of colours cannot be read here.");
        }
        for (int band = 0; band < target.planes().size(); band++) {
            if (band < colors.getNumComponents()) {
                int most = (1 << colors.getComponentSize(band)) - 1;
                copyBand(source.getRaster(), band, most, target.plane(band), firstRow);
            } else {
                fillOpaque(target.plane(band), firstRow, source.getHeight());
            }
        }
    }

    private static void copyBand(Raster raster, int band, int most, Plane plane, int firstRow) {
        int[] samples = new int[raster.getWidth()];
        byte[] row = new byte[raster.getWidth()];
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getSamples(raster.getMinX(), raster.getMinY() + y, row.length, 1, band, samples);
            for (int x = 0; x < row.length; x++) {
                row[x] = (byte) (most == OPAQUE ? samples[x] : (samples[x] * 255L + most / 2) / most);
            }
            put(row, plane, firstRow + y);
        }
    }

    private static void fillOpaque(Plane plane, int firstRow, int rows) {
        byte[] row = new byte[plane.width()];
        Arrays.fill(row, (byte) OPAQUE);
        for (int y = 0; y < rows; y++) {
            put(row, plane, firstRow + y);
        }
    }

    private static void copyGrayIndex(BufferedImage source, IndexColorModel index, Plane target, int firstRow) {
        int[] samples = new int[source.getWidth()];
        byte[] row = new byte[source.getWidth()];
        for (int y = 0; y < source.getHeight(); y++) {
            source.getRaster().getSamples(0, y, row.length, 1, 0, samples);
            for (int x = 0; x < row.length; x++) {
                row[x] = (byte) index.getGreen(samples[x]);
            }
            put(row, target, firstRow + y);
        }
    }

    private static void copyPacked(BufferedImage source, Image target, int firstRow) {
        int width = source.getWidth();
        int[] pixels = new int[width];
        byte[] row = new byte[width];
        for (int y = 0; y < source.getHeight(); y++) {
            source.getRGB(0, y, width, 1, pixels, 0, width);
            for (int band = 0; band < target.planes().size(); band++) {
                int shift = band < 3 ? 16 - 8 * band : 24;
                for (int x = 0; x < width; x++) {
                    row[x] = (byte) (pixels[x] >> shift);
                }
                put(row, target.plane(band), firstRow + y);
            }
        }
    }

    private static void put(byte[] row, Plane plane, int y) {
        MemorySegment.copy(row, 0, plane.memory(), ValueLayout.JAVA_BYTE, plane.row(y), plane.width());
    }
}
