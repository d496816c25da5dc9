package dev.quarry.codec.jpeg;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.imageio.BufferOutputStream;
import dev.quarry.codec.imageio.PlanesBuffer;
import dev.quarry.codec.imageio.PlatformReader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.GrowingBuffer;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.w3c.dom.NodeList;

/** JPEG by the Java platform, from RGB or grey planes, which it reads where they are. */
final class PlatformJpegEncoder implements Encoder {

    private static final CpuCost COST = CpuCost.of(300_000, 10, 5);
    private static final CpuCost STAGED_COST = CpuCost.of(300_000, 10, 11);
    private static final int MAX_SIDE = 65_500;
    private static final long LIBRARY_BYTES = 1L << 20;
    private static final long ROWS_HELD = 64;
    private static final long COEFFICIENT_BYTES = 2;
    private static final long MOST_BYTES_PER_SAMPLE = 3;
    private static final int HEAD_BYTES = 4096;
    private static final String METADATA = "javax_imageio_jpeg_image_1.0";

    @Override
    public ImageFormat format() {
        return ImageFormat.JPEG;
    }

    @Override
    public CodecLibrary library() {
        return PlatformReader.LIBRARY;
    }

    @Override
    public int maxSide() {
        return MAX_SIDE;
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
        return picture.withModel(picture.model().isGray() ? ColorModel.GRAY : ColorModel.RGB);
    }

    @Override
    public long cpuNanos(ImageSpec input, EncodeOptions options) {
        CpuCost cost = options.progressive() ? STAGED_COST : COST;
        return cost.nanos(JpegSizes.expectedBytes(input, options.quality()), input.samples());
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        // The coefficients are those of 4:4:4 at most.
        long coefficients = options.progressive() ? COEFFICIENT_BYTES * input.samples() : 0;
        return LIBRARY_BYTES + ROWS_HELD * input.width() + coefficients;
    }

    @Override
    public long expectedBytes(ImageSpec input, EncodeOptions options) {
        return JpegSizes.expectedBytes(
                input.model() == ColorModel.GRAY
                        ? input
                        : ImageSpec.ycbcr(input.width(), input.height(), options.chroma()),
                options.quality());
    }

    @Override
    public long maxBytes(ImageSpec input, EncodeOptions options) {
        return HEAD_BYTES
                + MOST_BYTES_PER_SAMPLE
                        * (input.width() + 16L)
                        * (input.height() + 16L)
                        * input.model().bands()
                + JpegProfileWriter.segmentBytes(IccProfile.MAX_BYTES);
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        context.checkpoint().run();
        BufferedImage picture = PlanesBuffer.pictureOf(image);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream stream = new BufferOutputStream(
                output, JpegProfileWriter.HEAD_BYTES, () -> JpegProfileWriter.appendSegments(iccProfile, output))) {
            writer.setOutput(stream);
            ImageWriteParam param = param(writer, options);
            IIOMetadata metadata =
                    writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(picture), param);
            setSubsampling(
                    metadata, image.spec().model() == ColorModel.GRAY ? ChromaSubsampling.S444 : options.chroma());
            writer.write(null, new IIOImage(picture, null, metadata), param);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        context.checkpoint().run();
    }

    private static ImageWriteParam param(ImageWriter writer, EncodeOptions options) {
        ImageWriteParam param = writer.getDefaultWriteParam();
        param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        param.setCompressionQuality(options.quality() / 100f);
        param.setProgressiveMode(options.progressive() ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
        return param;
    }

    /** Sets the sampling factors of the first component; the others' are 1. */
    private static void setSubsampling(IIOMetadata metadata, ChromaSubsampling subsampling) throws IOException {
        IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(METADATA);
        NodeList components = root.getElementsByTagName("componentSpec");
        IIOMetadataNode first = (IIOMetadataNode) components.item(0);
        first.setAttribute("HsamplingFactor", Integer.toString(subsampling.horizontal()));
        first.setAttribute("VsamplingFactor", Integer.toString(subsampling.vertical()));
        metadata.setFromTree(METADATA, root);
    }
}
