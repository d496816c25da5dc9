package dev.quarry.codec.webp;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import dev.quarry.storage.StorageScope;

/**
 * WebP by libwebp. Lossy: grey and YCbCr 4:2:0 from planes, alpha with colour from 32-bit pixels. Lossless: all from
 * 32-bit pixels; the colour of wholly transparent ones is not kept.
 */
final class LibWebpEncoder implements Encoder {

    private static final int MAX_SIDE = 16_383;
    private static final int SLOWEST_METHOD = 6;

    // How hard the lossless encoder tries, by effort; at 100 it takes twenty times as long for a thousandth of the
    // size.
    private static final float[] LOSSLESS_QUALITY = {0, 20, 25, 50, 75, 75, 90};

    private final LibWebp webp;
    private final WebpRange range;

    LibWebpEncoder(LibWebp webp, WebpRange range) {
        this.webp = webp;
        this.range = range;
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.WEBP;
    }

    @Override
    public CodecLibrary library() {
        return webp.library();
    }

    @Override
    public int maxSide() {
        return MAX_SIDE;
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
        return switch (picture.model()) {
            case GRAY, GRAY_ALPHA, RGBA -> picture.aligned();
            case RGB, CMYK, YCBCR ->
                options.lossless()
                        ? picture.withModel(ColorModel.RGB)
                        : ImageSpec.ycbcr(picture.width(), picture.height(), ChromaSubsampling.S420);
        };
    }

    @Override
    public long cpuNanos(ImageSpec input, EncodeOptions options) {
        return WebpCost.encoding(input, options);
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        return WebpMemory.encoding(input, options);
    }

    @Override
    public long scratchBytes(ImageSpec input, EncodeOptions options) {
        return ScratchLayout.of(input, options.lossless()).bytes();
    }

    @Override
    public long expectedBytes(ImageSpec input, EncodeOptions options) {
        return WebpMemory.expectedOutput(input, options);
    }

    @Override
    public long maxBytes(ImageSpec input, EncodeOptions options) {
        return WebpMemory.largestOutput(input) + WebpContainer.profileBytes(IccProfile.MAX_BYTES);
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        long start = output.length();
        WebpOutput encoded = new WebpOutput(output, context.checkpoint());
        try (NativeFrame frame = new NativeFrame()) {
            Picture picture = new Picture(frame.allocate(Picture.BYTES));
            if (!webp.pictureInit(picture.struct())) {
                throw otherStructs();
            }
            encoded.connect(picture, frame);
            try (WebpSource source = WebpSource.of(image, options.lossless(), picture, range, context)) {
                encode(config(image, options, frame, context.scope()), picture, encoded);
            }
        }
        if (iccProfile.length > 0) {
            WebpContainer.embedProfile(output, start, iccProfile);
        }
    }

    private EncoderConfig config(Image image, EncodeOptions options, NativeFrame frame, StorageScope scope) {
        EncoderConfig config = new EncoderConfig(frame.allocate(EncoderConfig.BYTES));
        if (!webp.configInit(config.struct(), options.quality())) {
            throw otherStructs();
        }
        int method = Math.clamp(options.effort(), 0, SLOWEST_METHOD);
        if (options.lossless()) {
            config.lossless(LOSSLESS_QUALITY[method], WebpMemory.losslessMethod(image.spec(), method));
        } else {
            config.lossy(options.quality(), method, !hasRoomForTokens(image, options, scope));
        }
        return config;
    }

    /** Whether the picture's tokens find room in what is reserved or can still be had; without, encoding takes longer. */
    private static boolean hasRoomForTokens(Image image, EncodeOptions options, StorageScope scope) {
        ImageSpec spec = image.spec();
        if (!WebpMemory.keepsTokens(spec, options)) {
            return false;
        }
        long tokens = Math.min(WebpMemory.mostTokens(spec, options), TokenForecast.bytes(image, options.quality()));
        long needed = WebpMemory.encoding(spec, options, tokens);
        long missing = needed - WebpMemory.encoding(spec, options);
        return missing <= 0 || scope.tryTopUp(missing) || needed <= scope.reservedBytes() - scope.usedBytes();
    }

    private void encode(EncoderConfig config, Picture picture, WebpOutput encoded) {
        boolean done;
        try {
            done = webp.encode(config.struct(), picture.struct());
        } finally {
            webp.pictureFree(picture.struct());
        }
        encoded.rethrow();
        if (!done) {
            throw refusal(picture.errorCode());
        }
    }

    private static RuntimeException refusal(int errorCode) {
        return switch (errorCode) {
            case LibWebp.ERROR_OUT_OF_MEMORY, LibWebp.ERROR_BITSTREAM_OUT_OF_MEMORY ->
                new StorageExhaustedException("libwebp found no memory for this picture", 0, 0);
            case LibWebp.ERROR_PARTITION0_OVERFLOW, LibWebp.ERROR_PARTITION_OVERFLOW, LibWebp.ERROR_FILE_TOO_BIG ->
                new UnencodableImageException("The result has more data than a WebP of this quality can hold; "
                        + "ask for a lower quality, a smaller size or another format.");
            default -> new IllegalStateException("libwebp refused to encode: error " + errorCode);
        };
    }

    private static IllegalStateException otherStructs() {
        return new IllegalStateException("libwebp has other structs than version 1.x");
    }
}
