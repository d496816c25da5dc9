package dev.quarry.pipeline;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Window;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Headers and codecs that exist only as numbers, for tests of plans. */
final class Plans {

    private Plans() {}

    static ImageHeader jpeg(int width, int height, Orientation orientation) {
        return header(ImageFormat.JPEG, width, height, ColorModel.YCBCR, orientation);
    }

    static ImageHeader header(ImageFormat format, int width, int height, ColorModel model, Orientation orientation) {
        ChromaSubsampling subsampling = model == ColorModel.YCBCR ? ChromaSubsampling.S420 : null;
        return new ImageHeader(
                format, width, height, model, subsampling, 8, orientation, 1, false, -1, List.of(), null);
    }

    /** Codecs that read everything and write these formats. */
    static CodecRegistry codecs(ImageFormat... written) {
        List<Decoder> decoders = new ArrayList<>();
        for (ImageFormat format : ImageFormat.values()) {
            decoders.add(new PlannedDecoder(format));
        }
        return new CodecRegistry(
                decoders,
                Arrays.stream(written).<Encoder>map(PlannedEncoder::new).toList());
    }

    /** A decoder that knows shapes; JPEG can be divided as libjpeg does. */
    private record PlannedDecoder(ImageFormat format) implements Decoder {

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("none", "unknown");
        }

        @Override
        public List<Integer> scales(ImageHeader header) {
            return format == ImageFormat.JPEG ? List.of(8, 4, 3, 2, 1) : List.of(FULL_SIZE);
        }

        @Override
        public ImageSpec decodedSpec(ImageHeader header, int eighths) {
            ImageSpec full = header.spec();
            List<PlaneSpec> planes =
                    full.planes().stream().map(p -> reduced(p, eighths)).toList();
            return new ImageSpec(full.width(), full.height(), full.model(), full.subsampling(), planes);
        }

        private static PlaneSpec reduced(PlaneSpec plane, int eighths) {
            Window window = plane.window();
            return new PlaneSpec(
                    Math.ceilDiv(plane.width() * eighths, FULL_SIZE),
                    Math.ceilDiv(plane.height() * eighths, FULL_SIZE),
                    new Window(0, 0, window.width() * eighths / FULL_SIZE, window.height() * eighths / FULL_SIZE));
        }

        @Override
        public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
            return 1;
        }

        @Override
        public long workingBytes(ImageHeader header, int eighths) {
            return 1_000;
        }

        @Override
        public Image decode(
                MemorySegment source, ImageHeader header, int scale, boolean contiguous, CodecContext context) {
            throw new UnsupportedOperationException("plans only");
        }
    }

    /** An encoder that knows shapes: JPEG wants YCbCr or grey, others pixels; WebP has a limit on sides. */
    private record PlannedEncoder(ImageFormat format) implements Encoder {

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("none", "unknown");
        }

        @Override
        public int maxSide() {
            return format == ImageFormat.WEBP ? 16_383 : 65_500;
        }

        @Override
        public boolean needsContiguousPlanes() {
            return format == ImageFormat.JPEG;
        }

        @Override
        public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
            return switch (format) {
                case JPEG ->
                    picture.model().isGray()
                            ? picture.withModel(ColorModel.GRAY)
                            : ImageSpec.ycbcr(picture.width(), picture.height(), options.chroma());
                case PNG, WEBP, AVIF, GIF, TIFF, BMP ->
                    picture.model() == ColorModel.YCBCR || picture.model() == ColorModel.CMYK
                            ? picture.withModel(ColorModel.RGB)
                            : picture.aligned();
            };
        }

        @Override
        public long cpuNanos(ImageSpec input, EncodeOptions options) {
            return 1;
        }

        @Override
        public long workingBytes(ImageSpec input, EncodeOptions options) {
            return 2_000;
        }

        @Override
        public long expectedBytes(ImageSpec input, EncodeOptions options) {
            return input.pixels();
        }

        @Override
        public long maxBytes(ImageSpec input, EncodeOptions options) {
            return 4 * input.pixels() + 1_000;
        }

        @Override
        public void encode(
                Image image, EncodeOptions options, byte[] profile, GrowingBuffer output, CodecContext context) {
            throw new UnsupportedOperationException("plans only");
        }
    }
}
