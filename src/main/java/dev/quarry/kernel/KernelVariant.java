package dev.quarry.kernel;

/** A part of the kernels whose code the compiler makes by itself, so that it is cold or warm by itself; those used most first. */
public enum KernelVariant {
    /** {@link ResampleKernel#vertical}. */
    VERTICAL(true),
    /** {@link ResampleKernel#horizontal} with 12 taps: what is left for it after a JPEG was scaled while decoding. */
    HORIZONTAL_12(true),
    /** {@link InverseDctKernel#inverse}: a JPEG that is scaled while decoding. */
    INVERSE_DCT(true),
    /** {@link InterleaveKernel#deinterleave}. */
    DEINTERLEAVE(true),
    /** {@link InterleaveKernel#interleave}. */
    INTERLEAVE(true),
    /** {@link AlphaKernel#premultiply}. */
    PREMULTIPLY(true),
    /** {@link AlphaKernel#unpremultiply}. */
    UNPREMULTIPLY(true),
    /** {@link ResampleKernel#horizontal} with more than 20 taps. */
    HORIZONTAL_MANY(true),
    /** {@link ResampleKernel#horizontal} with 16 taps. */
    HORIZONTAL_16(true),
    /** {@link ResampleKernel#horizontal} with 20 taps. */
    HORIZONTAL_20(true),
    /** {@link ConvertKernel#rgbToYcbcr}. */
    RGB_TO_YCBCR(false),
    /** {@link ConvertKernel#ycbcrToRgb}. */
    YCBCR_TO_RGB(false),
    /** {@link ConvertKernel#doubleChroma}. */
    DOUBLE_CHROMA(false),
    /** {@link AlphaKernel#flatten}. */
    FLATTEN(false),
    /** {@link OrientKernel#orient} that exchanges the axes. */
    TURN(false),
    /** {@link OrientKernel#orient} that keeps the axes. */
    MIRROR(false),
    /** {@link ConvertKernel#rgbToGray}. */
    RGB_TO_GRAY(false),
    /** {@link ResampleKernel#horizontal} with 8 taps: hardly smaller than before, or larger. */
    HORIZONTAL_8(false),
    /** {@link ResampleKernel#horizontal} with 4 taps. */
    HORIZONTAL_4(false),
    /** {@link ConvertKernel#cmykToRgb}. */
    CMYK_TO_RGB(false),
    /** {@link InterleaveKernel#deinterleave16}. */
    DEINTERLEAVE_16(false),
    /** {@link RotateKernel#rotate} with sixteen samples for each point. */
    ROTATE_BICUBIC(false),
    /** {@link RotateKernel#rotate} with four samples for each point. */
    ROTATE_BILINEAR(false),
    /** {@link RotateKernel#rotate} with one sample for each point. */
    ROTATE_NEAREST(false),
    /** {@link PointKernel#map}. */
    MAP(false);

    private final boolean common;

    KernelVariant(boolean common) {
        this.common = common;
    }

    /** Whether the usual requests need it: a JPEG or PNG made smaller. */
    public boolean isCommon() {
        return common;
    }

    /** The variant of {@link ResampleKernel#horizontal} for so many taps. */
    static KernelVariant horizontal(int taps) {
        return switch (taps) {
            case 1, 4 -> HORIZONTAL_4;
            case 8 -> HORIZONTAL_8;
            case 12 -> HORIZONTAL_12;
            case 16 -> HORIZONTAL_16;
            case 20 -> HORIZONTAL_20;
            default -> HORIZONTAL_MANY;
        };
    }

    /** The variant of {@link RotateKernel#rotate} for this way of reading. */
    static KernelVariant rotate(RotateKernel.Interpolation interpolation) {
        return switch (interpolation) {
            case NEAREST -> ROTATE_NEAREST;
            case BILINEAR -> ROTATE_BILINEAR;
            case BICUBIC -> ROTATE_BICUBIC;
        };
    }
}
