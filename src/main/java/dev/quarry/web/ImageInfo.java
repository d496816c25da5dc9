package dev.quarry.web;

import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageSpec;
import java.util.Locale;

/**
 * What a header says, as clients see it.
 *
 * @param format its name
 * @param width as shown, after orientation
 * @param height as shown, after orientation
 * @param bands number of bands
 * @param colorSpace such as {@code ycbcr}
 * @param chroma chroma subsampling such as {@code 4:2:0}, {@code 4:4:4} where there is none
 * @param bitDepth bits of each stored sample
 * @param orientation the EXIF value, 1 to 8
 * @param frames number of frames
 * @param progressive whether it comes in passes over the whole picture
 * @param alpha whether it has an alpha band
 * @param iccProfile whether an ICC profile is embedded
 * @param exif whether an EXIF block is embedded
 */
record ImageInfo(
        String format,
        int width,
        int height,
        int bands,
        String colorSpace,
        String chroma,
        int bitDepth,
        int orientation,
        int frames,
        boolean progressive,
        boolean alpha,
        boolean iccProfile,
        boolean exif) {

    static ImageInfo of(ImageHeader header) {
        ImageSpec shown = header.spec().oriented(header.orientation());
        return new ImageInfo(
                header.format().label(),
                shown.width(),
                shown.height(),
                header.model().bands(),
                header.model().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                header.spec().subsampling().notation(),
                header.bitDepth(),
                header.orientation().exif(),
                header.frames(),
                header.staged(),
                header.model().hasAlpha(),
                !header.iccProfile().isEmpty(),
                header.exif() != null);
    }
}
