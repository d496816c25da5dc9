package dev.quarry.pipeline;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import java.util.List;

/**
 * What becomes of the source's colour profile: it is kept where the result's colours are of the same kind.
 *
 * @param kept whether the result carries it
 * @param keptBytes its size where it is kept, else 0
 * @param warnings a sentence where it is left out
 */
record ColorProfile(boolean kept, long keptBytes, List<String> warnings) {

    /** The kinds of colour that a profile can be for. */
    private enum Space {
        GRAY,
        RGB,
        CMYK;

        static Space of(ColorModel model) {
            return switch (model) {
                case GRAY, GRAY_ALPHA -> GRAY;
                case RGB, RGBA, YCBCR -> RGB;
                case CMYK -> CMYK;
            };
        }
    }

    /** The profile of a source in a result of this model. */
    static ColorProfile of(ImageHeader header, ColorModel result) {
        Space source = Space.of(header.model());
        Space target = Space.of(result);
        if (header.iccProfile().isEmpty()) {
            return new ColorProfile(false, 0, List.of());
        }
        if (source != target) {
            return new ColorProfile(
                    false,
                    0,
                    List.of("The embedded colour profile is for %s and the result is %s; it was left out."
                            .formatted(source, target)));
        }
        long bytes = header.iccProfile().stream().mapToLong(ByteRange::length).sum();
        return new ColorProfile(true, bytes, List.of());
    }
}
