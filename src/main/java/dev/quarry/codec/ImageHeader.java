package dev.quarry.codec;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the first bytes of an image say about it; no pixel was decoded.
 *
 * @param format recognised from content, never from a name
 * @param width stored width in pixels, before orientation
 * @param height stored height in pixels, before orientation
 * @param model what decoding gives: {@code YCBCR}, {@code GRAY}, {@code CMYK} for JPEG; palettes and depths other than 8
 *     are told as what they become
 * @param subsampling of JPEG chroma; null for component layouts that have no name (they decode to {@code RGB})
 * @param bitDepth bits of each stored sample, 1 to 16
 * @param orientation from EXIF, {@code NONE} where absent or broken
 * @param frames number of frames, 1 for still pictures; of GIF and TIFF as many as the given bytes tell
 * @param staged whether it comes in passes over the whole picture: progressive JPEG, interlaced PNG or GIF
 * @param adobeTransform the Adobe marker's transform byte, −1 where absent; says how CMYK samples are stored
 * @param iccProfile where the ICC profile lies in the source, in order; empty where absent (PNG: the whole iCCP chunk data)
 * @param exif where the EXIF block lies in the source, null where absent
 */
public record ImageHeader(
        ImageFormat format,
        int width,
        int height,
        ColorModel model,
        @Nullable ChromaSubsampling subsampling,
        int bitDepth,
        Orientation orientation,
        int frames,
        boolean staged,
        int adobeTransform,
        List<ByteRange> iccProfile,
        @Nullable ByteRange exif) {

    /** Copies the list. */
    public ImageHeader {
        iccProfile = List.copyOf(iccProfile);
    }

    /** The full-size shape as stored. */
    public ImageSpec spec() {
        return model == ColorModel.YCBCR && subsampling != null
                ? ImageSpec.ycbcr(width, height, subsampling)
                : ImageSpec.of(width, height, model == ColorModel.YCBCR ? ColorModel.RGB : model);
    }
}
