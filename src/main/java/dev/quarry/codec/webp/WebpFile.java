package dev.quarry.codec.webp;

import dev.quarry.codec.ByteRange;
import dev.quarry.image.ColorModel;
import org.jspecify.annotations.Nullable;

/**
 * What a file's container tells.
 *
 * @param width canvas width in pixels
 * @param height canvas height in pixels
 * @param frames number of pictures, 1 for still ones
 * @param first the first picture
 * @param cutOff whether the file ends before its pictures do
 * @param iccProfile where the ICC profile lies, null where absent
 * @param exif where the EXIF block lies, from its byte-order mark on; null where absent
 */
record WebpFile(
        int width,
        int height,
        int frames,
        WebpFrame first,
        boolean cutOff,
        @Nullable ByteRange iccProfile,
        @Nullable ByteRange exif) {

    /**
     * What decoding gives: lossy pictures are 4:2:0 inside and stay so, unless alpha goes with them. A first frame that
     * leaves some canvas free has transparent pixels around it.
     */
    ColorModel model() {
        if (first.alpha() || !first.covers(width, height)) {
            return ColorModel.RGBA;
        }
        return first.lossless() ? ColorModel.RGB : ColorModel.YCBCR;
    }
}
