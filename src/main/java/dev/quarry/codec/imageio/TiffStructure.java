package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteRange;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import org.jspecify.annotations.Nullable;

/**
 * The first page of a TIFF.
 *
 * @param width pixels across
 * @param height pixels down
 * @param depth bits of each sample
 * @param model what the platform's reader gives, in the sense of planes
 * @param premultiplied whether colours are multiplied by alpha
 * @param orientation how it is shown
 * @param pieceWidth pixels across of each strip or tile
 * @param pieceHeight pixels down of each strip or tile
 * @param profile where the colour profile is, null where absent
 */
record TiffStructure(
        int width,
        int height,
        int depth,
        ColorModel model,
        boolean premultiplied,
        Orientation orientation,
        int pieceWidth,
        int pieceHeight,
        @Nullable ByteRange profile) {}
