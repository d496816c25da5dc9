package dev.quarry.codec.jpeg;

import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The shapes that libjpeg gives when its inverse DCT reduces the sides to some eighths.
 *
 * <p>The library pads planes to whole chroma samples; here a plane has only the columns and rows that the picture touches,
 * and its window the exact extent: 2725 columns at half size are 1362.5 of 1363.
 */
final class JpegShapes {

    private static final int BLOCK = 8;
    private static final List<Integer> SCALES = List.of(8, 4, 3, 2, 1);

    private JpegShapes() {}

    /**
     * To how many eighths a picture's sides can be reduced. The library is told a size, not a scale, and takes the largest
     * one that fits: a scale is left out where that would be another.
     */
    static List<Integer> scales(int width, int height) {
        List<Integer> usable = new ArrayList<>();
        for (int eighths : SCALES) {
            boolean largerFits = eighths < BLOCK
                    && scaled(width, eighths + 1) <= scaled(width, eighths)
                    && scaled(height, eighths + 1) <= scaled(height, eighths);
            if (!largerFits) {
                usable.add(eighths);
            }
        }
        return List.copyOf(usable);
    }

    private static int scaled(int side, int eighths) {
        return (int) Math.ceilDiv((long) side * eighths, BLOCK);
    }

    /** Planes of the picture's reduced size, without subsampling. */
    static ImageSpec full(ImageHeader header, ColorModel model, int eighths) {
        PlaneSpec plane = plane(header.width(), header.height(), eighths, 1, 1);
        return new ImageSpec(
                header.width(),
                header.height(),
                model,
                ChromaSubsampling.S444,
                Collections.nCopies(model.bands(), plane));
    }

    /** Luma and chroma planes of the picture's reduced size. */
    static ImageSpec ycbcr(ImageHeader header, ChromaSubsampling subsampling, int eighths) {
        PlaneSpec luma = plane(header.width(), header.height(), eighths, 1, 1);
        PlaneSpec chroma =
                plane(header.width(), header.height(), eighths, subsampling.horizontal(), subsampling.vertical());
        return new ImageSpec(
                header.width(), header.height(), ColorModel.YCBCR, subsampling, List.of(luma, chroma, chroma));
    }

    private static PlaneSpec plane(int width, int height, int eighths, int horizontal, int vertical) {
        int across = BLOCK * horizontal;
        int down = BLOCK * vertical;
        return new PlaneSpec(
                Math.ceilDiv(width * eighths, across),
                Math.ceilDiv(height * eighths, down),
                new Window(0, 0, (double) width * eighths / across, (double) height * eighths / down));
    }
}
