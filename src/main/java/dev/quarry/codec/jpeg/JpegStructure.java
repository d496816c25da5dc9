package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteRange;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The markers of a JPEG up to its first scan.
 *
 * @param process the frame marker, 0xC0 to 0xCF
 * @param precision bits of each sample
 * @param width samples across
 * @param height samples down
 * @param components in the order of the frame
 * @param scanComponents how many components the first scan has
 * @param jfif whether a JFIF marker is there
 * @param adobeTransform the Adobe marker's transform byte, −1 where absent
 * @param iccProfile the profile's pieces in order
 * @param exif the EXIF block from its byte-order mark on, null where absent
 * @param coding the marker segments that decoding needs, markers included: tables and the frame header
 * @param scanOffset where the first scan's marker begins
 */
record JpegStructure(
        int process,
        int precision,
        int width,
        int height,
        List<JpegComponent> components,
        int scanComponents,
        boolean jfif,
        int adobeTransform,
        List<ByteRange> iccProfile,
        @Nullable ByteRange exif,
        List<ByteRange> coding,
        long scanOffset) {

    private static final int PROGRESSIVE = 0xC2;
    private static final int ARITHMETIC = 0xC9;
    private static final int ARITHMETIC_PROGRESSIVE = 0xCA;

    /** Copies the lists. */
    JpegStructure {
        components = List.copyOf(components);
        iccProfile = List.copyOf(iccProfile);
        coding = List.copyOf(coding);
    }

    /** Whether arithmetic coding is used instead of Huffman's. */
    boolean isArithmetic() {
        return process == ARITHMETIC || process == ARITHMETIC_PROGRESSIVE;
    }

    /** Whether the picture comes in several scans, so that a decoder holds all coefficients. */
    boolean isStaged() {
        return process == PROGRESSIVE || process == ARITHMETIC_PROGRESSIVE || scanComponents < components.size();
    }

    /** What three components mean, by libjpeg's rules: JFIF, then Adobe, then the components' names. */
    boolean isRgb() {
        if (components.size() != 3 || jfif) {
            return false;
        }
        return adobeTransform >= 0
                ? adobeTransform == 0
                : components.get(0).id() == 'R'
                        && components.get(1).id() == 'G'
                        && components.get(2).id() == 'B';
    }

    /** The model that decoding gives. */
    ColorModel model() {
        return switch (components.size()) {
            case 1 -> ColorModel.GRAY;
            case 3 -> isRgb() ? ColorModel.RGB : ColorModel.YCBCR;
            default -> ColorModel.CMYK;
        };
    }

    /** The chroma subsampling of a {@code YCBCR} picture, null for a layout of components that has no name. */
    @Nullable
    ChromaSubsampling subsampling() {
        if (model() != ColorModel.YCBCR) {
            return null;
        }
        JpegComponent luma = components.getFirst();
        if (chromaSamples(1, 1)) {
            for (ChromaSubsampling named : ChromaSubsampling.values()) {
                if (luma.samples(named.horizontal(), named.vertical())) {
                    return named;
                }
            }
            return null;
        }
        if (!luma.samples(2, 2)) {
            return null;
        }
        // Some cameras state 4:2:2 and 4:4:0 with all factors doubled along the other axis.
        return chromaSamples(1, 2) ? ChromaSubsampling.S422 : chromaSamples(2, 1) ? ChromaSubsampling.S440 : null;
    }

    private boolean chromaSamples(int horizontal, int vertical) {
        return components.get(1).samples(horizontal, vertical)
                && components.get(2).samples(horizontal, vertical);
    }
}
