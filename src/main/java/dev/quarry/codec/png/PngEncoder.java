package dev.quarry.codec.png;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.Block;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * PNG with a library that packs the rows; the filter of each row is the one with the smallest differences. Progressive
 * pictures are written in Adam7's passes.
 */
final class PngEncoder implements Encoder {

    private static final String PROFILE_NAME = "ICC profile";
    private static final int SLACK = 64;
    private static final int MOST_FILTER_BYTES = 7;
    private static final long HEAD_BYTES = 16L << 10;
    private static final long BASE_BYTES = 64L << 10;
    private static final long ROWS_HELD = 4;

    private final Deflation deflation;

    PngEncoder(Deflation deflation) {
        this.deflation = deflation;
    }

    @Override
    public CodecLibrary library() {
        return deflation.library();
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.PNG;
    }

    @Override
    public int maxSide() {
        return Integer.MAX_VALUE / 8;
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
        return picture.withModel(
                switch (picture.model()) {
                    case GRAY, GRAY_ALPHA, RGBA -> picture.model();
                    case RGB, CMYK, YCBCR -> ColorModel.RGB;
                });
    }

    @Override
    public long scratchBytes(ImageSpec input, EncodeOptions options) {
        return rowBlockBytes(input) + deflation.scratchBytes(rawBytes(input));
    }

    @Override
    public long cpuNanos(ImageSpec input, EncodeOptions options) {
        long raw = rawBytes(input);
        return deflation.cost(raw, options.compression()).nanos(0, raw);
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        return BASE_BYTES
                + ROWS_HELD * rowBytes(input)
                + deflation.workingBytes(rawBytes(input), options.compression());
    }

    /** Bytes for one interleaved row with the slack that kernels may use. */
    private static long rowBlockBytes(ImageSpec input) {
        return rowBytes(input) + 2L * SLACK;
    }

    /** Bytes of one interleaved row. */
    private static long rowBytes(ImageSpec input) {
        return (long) input.width() * input.model().bands();
    }

    @Override
    public long expectedBytes(ImageSpec input, EncodeOptions options) {
        long raw = rawBytes(input);
        return HEAD_BYTES + (options.compression() == 0 ? raw + raw / 64 : raw * 4 / 5);
    }

    @Override
    public long maxBytes(ImageSpec input, EncodeOptions options) {
        long raw = rawBytes(input);
        return HEAD_BYTES + raw + raw / 16 + IccProfile.MAX_BYTES + IccProfile.MAX_BYTES / 16;
    }

    /** Samples, and a filter byte for each row of each pass: at most one row of each for a row of the picture. */
    private static long rawBytes(ImageSpec input) {
        return (rowBytes(input) + MOST_FILTER_BYTES) * input.height();
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        PngChunkWriter writer = new PngChunkWriter(output);
        writer.signature();
        writer.chunk("IHDR", ihdr(image, options));
        if (iccProfile.length > 0) {
            writer.chunk("iCCP", iccp(iccProfile));
        }
        try (Block block = context.scope().allocate(scratchBytes(image.spec(), options));
                Deflation.Stream stream = open(image.spec(), options, block, writer, context)) {
            new PngRowWriter(image, block.offset() + SLACK, stream, context).writeAll(options);
        }
        writer.chunk("IEND", new byte[0]);
    }

    private Deflation.Stream open(
            ImageSpec input, EncodeOptions options, Block block, PngChunkWriter writer, CodecContext context) {
        long raw = rawBytes(input);
        MemorySegment scratch =
                context.scope().memory().asSlice(block.offset() + rowBlockBytes(input), deflation.scratchBytes(raw));
        return deflation.open(raw, options.compression(), scratch, writer);
    }

    private static byte[] ihdr(Image image, EncodeOptions options) {
        return ByteBuffer.allocate(13)
                .putInt(image.width())
                .putInt(image.height())
                .put((byte) 8)
                .put((byte) colorOf(image.spec().model()).code())
                .put((byte) 0)
                .put((byte) 0)
                .put((byte) (options.progressive() ? 1 : 0))
                .array();
    }

    private static byte[] iccp(byte[] iccProfile) {
        byte[] name = PROFILE_NAME.getBytes(StandardCharsets.ISO_8859_1);
        // zlib's own bound, and a zero after the name and the compression method.
        byte[] data = new byte[name.length + 2 + iccProfile.length + iccProfile.length / 1000 + 64];
        System.arraycopy(name, 0, data, 0, name.length);
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(iccProfile);
            deflater.finish();
            int start = name.length + 2;
            int count = deflater.deflate(data, start, data.length - start);
            return Arrays.copyOf(data, start + count);
        }
    }

    /** The colour type that holds this model. */
    private static PngColor colorOf(ColorModel model) {
        return switch (model) {
            case GRAY -> PngColor.GRAY;
            case GRAY_ALPHA -> PngColor.GRAY_ALPHA;
            case RGB -> PngColor.RGB;
            case RGBA -> PngColor.RGBA;
            case CMYK, YCBCR -> throw new IllegalArgumentException("PNG has no " + model);
        };
    }
}
