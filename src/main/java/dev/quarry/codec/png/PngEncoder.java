package dev.quarry.codec.png;

import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;

/** What all PNG encoders share: shapes and sizes. Progressive pictures are written in Adam7's passes. */
abstract sealed class PngEncoder implements Encoder permits SpngEncoder, ZlibPngEncoder {

    /** Name of an embedded profile. */
    static final String PROFILE_NAME = "ICC profile";

    private static final int SLACK = 64;
    private static final long HEAD_BYTES = 16L << 10;

    @Override
    public final ImageFormat format() {
        return ImageFormat.PNG;
    }

    @Override
    public final int maxSide() {
        return Integer.MAX_VALUE / 8;
    }

    @Override
    public final boolean needsContiguousPlanes() {
        return false;
    }

    @Override
    public final ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
        return picture.withModel(
                switch (picture.model()) {
                    case GRAY, GRAY_ALPHA, RGBA -> picture.model();
                    case RGB, CMYK, YCBCR -> ColorModel.RGB;
                });
    }

    @Override
    public final long scratchBytes(ImageSpec input, EncodeOptions options) {
        return rowBlockBytes(input);
    }

    /** Bytes of a block for one interleaved row with the slack that kernels may use. */
    static long rowBlockBytes(ImageSpec input) {
        return rowBytes(input) + 2L * SLACK;
    }

    /** Where the row begins in its block. */
    static long rowOffset() {
        return SLACK;
    }

    /** Bytes of one interleaved row. */
    static long rowBytes(ImageSpec input) {
        return (long) input.width() * input.model().bands();
    }

    @Override
    public final long expectedBytes(ImageSpec input, EncodeOptions options) {
        long raw = rawBytes(input);
        return HEAD_BYTES + (options.compression() == 0 ? raw + raw / 64 : raw * 4 / 5);
    }

    @Override
    public final long maxBytes(ImageSpec input, EncodeOptions options) {
        long raw = rawBytes(input);
        return HEAD_BYTES + raw + raw / 16 + IccProfile.MAX_BYTES + IccProfile.MAX_BYTES / 16;
    }

    /** Samples, and a filter byte for each row of each pass. */
    private static long rawBytes(ImageSpec input) {
        return (rowBytes(input) + 3) * input.height();
    }

    /** The colour type that holds this model. */
    static PngColor colorOf(ColorModel model) {
        return switch (model) {
            case GRAY -> PngColor.GRAY;
            case GRAY_ALPHA -> PngColor.GRAY_ALPHA;
            case RGB -> PngColor.RGB;
            case RGBA -> PngColor.RGBA;
            case CMYK, YCBCR -> throw new IllegalArgumentException("PNG has no " + model);
        };
    }
}
