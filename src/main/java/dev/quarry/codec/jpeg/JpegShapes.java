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
 * The shapes that libjpeg gives when its inverse DCT divides the sides.
 *
 * <p>The library pads planes to whole chroma samples; here a plane has only the columns and rows that the picture touches,
 * and its window the exact extent: 2725 columns at half size are 1362.5 of 1363.
 */
final class JpegShapes {

    private static final int BLOCK = 8;
    private static final List<Integer> DENOMINATORS = List.of(1, 2, 4, 8);

    private JpegShapes() {}

    /**
     * By what a picture's sides can be divided. The library is told a size, not a divisor, and takes the largest scale of
     * so many eighths that fits: a divisor is left out where that would be another.
     */
    static List<Integer> denominators(int width, int height) {
        List<Integer> usable = new ArrayList<>();
        for (int denominator : DENOMINATORS) {
            int eighths = BLOCK / denominator;
            boolean largerFits = eighths < BLOCK
                    && scaled(width, eighths + 1) <= scaled(width, eighths)
                    && scaled(height, eighths + 1) <= scaled(height, eighths);
            if (!largerFits) {
                usable.add(denominator);
            }
        }
        return List.copyOf(usable);
    }

    private static int scaled(int side, int eighths) {
        return (int) Math.ceilDiv((long) side * eighths, BLOCK);
    }

    /** Planes of the picture's size divided, without subsampling. */
    static ImageSpec full(ImageHeader header, ColorModel model, int denominator) {
        PlaneSpec plane = plane(header.width(), header.height(), denominator, 1, 1);
        return new ImageSpec(
                header.width(),
                header.height(),
                model,
                ChromaSubsampling.S444,
                Collections.nCopies(model.bands(), plane));
    }

    /** Luma and chroma planes of the picture's size divided. */
    static ImageSpec ycbcr(ImageHeader header, ChromaSubsampling subsampling, int denominator) {
        PlaneSpec luma = plane(header.width(), header.height(), denominator, 1, 1);
        PlaneSpec chroma =
                plane(header.width(), header.height(), denominator, subsampling.horizontal(), subsampling.vertical());
        return new ImageSpec(
                header.width(), header.height(), ColorModel.YCBCR, subsampling, List.of(luma, chroma, chroma));
    }

    private static PlaneSpec plane(int width, int height, int denominator, int horizontal, int vertical) {
        int across = denominator * horizontal;
        int down = denominator * vertical;
        return new PlaneSpec(
                Math.ceilDiv(width, across),
                Math.ceilDiv(height, down),
                new Window(0, 0, (double) width / across, (double) height / down));
    }
}
