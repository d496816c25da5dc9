package dev.quarry.pipeline;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.storage.GrowingBuffer;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import javax.imageio.ImageIO;

/** PNG by the Java platform, so that pipelines can be tested without any native library. */
final class PngFixture {

    private PngFixture() {}

    static BufferedImage read(byte[] png) {
        try {
            return ImageIO.read(new ByteArrayInputStream(png));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ImageHeader header(byte[] png, Orientation orientation) {
        BufferedImage image = read(png);
        return new ImageHeader(
                ImageFormat.PNG,
                image.getWidth(),
                image.getHeight(),
                modelOf(image),
                null,
                8,
                orientation,
                1,
                false,
                -1,
                List.of(),
                null);
    }

    private static ColorModel modelOf(BufferedImage image) {
        return switch (image.getColorModel().getNumComponents()) {
            case 1 -> ColorModel.GRAY;
            case 2 -> ColorModel.GRAY_ALPHA;
            case 3 -> ColorModel.RGB;
            default -> ColorModel.RGBA;
        };
    }

    /** The sample of a band of a picture as it is stored. */
    static int sample(BufferedImage image, int x, int y, int band) {
        Raster raster = image.getRaster();
        return raster.getSample(x, y, band);
    }

    /** Reads PNG. */
    static final class PngDecoder implements Decoder {

        @Override
        public ImageFormat format() {
            return ImageFormat.PNG;
        }

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("Java platform", "test");
        }

        @Override
        public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
            return 1;
        }

        @Override
        public long workingBytes(ImageHeader header, int eighths) {
            return 0;
        }

        @Override
        public Image decode(
                MemorySegment source, ImageHeader header, int scale, boolean contiguous, CodecContext context) {
            BufferedImage stored = read(source.toArray(ValueLayout.JAVA_BYTE));
            Image image = Image.allocate(context.scope(), header.spec(), contiguous);
            for (int band = 0; band < image.planes().size(); band++) {
                Plane plane = image.plane(band);
                for (int y = 0; y < plane.height(); y++) {
                    for (int x = 0; x < plane.width(); x++) {
                        plane.setSample(x, y, sample(stored, x, y, band));
                    }
                }
            }
            return image;
        }
    }

    /** Writes PNG. */
    static final class PngEncoder implements Encoder {

        @Override
        public ImageFormat format() {
            return ImageFormat.PNG;
        }

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("Java platform", "test");
        }

        @Override
        public int maxSide() {
            return 65_535;
        }

        @Override
        public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
            return switch (picture.model()) {
                case YCBCR, CMYK -> picture.withModel(ColorModel.RGB);
                case GRAY, GRAY_ALPHA, RGB, RGBA -> picture.aligned();
            };
        }

        @Override
        public long cpuNanos(ImageSpec input, EncodeOptions options) {
            return 1;
        }

        @Override
        public long workingBytes(ImageSpec input, EncodeOptions options) {
            return 0;
        }

        @Override
        public long expectedBytes(ImageSpec input, EncodeOptions options) {
            return maxBytes(input, options);
        }

        @Override
        public long maxBytes(ImageSpec input, EncodeOptions options) {
            return 4096 + 2 * input.pixels() * input.model().bands();
        }

        @Override
        public void encode(
                Image image, EncodeOptions options, byte[] profile, GrowingBuffer output, CodecContext context) {
            BufferedImage target = new BufferedImage(image.width(), image.height(), typeOf(image.spec()));
            for (int band = 0; band < image.planes().size(); band++) {
                for (int y = 0; y < image.height(); y++) {
                    for (int x = 0; x < image.width(); x++) {
                        target.getRaster()
                                .setSample(x, y, band, image.plane(band).sample(x, y));
                    }
                }
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                ImageIO.write(target, "png", bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            output.append(MemorySegment.ofArray(bytes.toByteArray()));
        }

        private static int typeOf(ImageSpec spec) {
            return switch (spec.model()) {
                case GRAY -> BufferedImage.TYPE_BYTE_GRAY;
                case RGB -> BufferedImage.TYPE_3BYTE_BGR;
                case RGBA -> BufferedImage.TYPE_4BYTE_ABGR;
                case GRAY_ALPHA, CMYK, YCBCR -> throw new IllegalArgumentException("no type for " + spec.model());
            };
        }
    }
}
