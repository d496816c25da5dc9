package dev.quarry.codec.webp;

import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.imageio.PlatformReader;
import dev.quarry.codec.imageio.RasterRows;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.kernel.PointKernel;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.util.List;
import javax.imageio.spi.IIORegistry;
import org.jspecify.annotations.Nullable;

/**
 * WebP by TwelveMonkeys' plug-in of the Java platform: the whole picture on the heap, lossy ones in full-size RGB. Of an
 * animation the first frame, on a transparent canvas.
 */
final class PlatformWebpDecoder implements Decoder {

    private static final CpuCost COST = CpuCost.of(300_000, 110, 55);

    private static final String PLATFORM_FORMAT = "webp";
    private static final long LIBRARY_BYTES = 2L << 20;
    // Beside the picture: 32-bit pixels, or the planes of luma, chroma and alpha.
    private static final long OWN_PIXEL_BYTES = 4;

    private final CodecLibrary library;

    /** Registers the plug-in: to look for it by itself, the platform would need the right class loader. */
    PlatformWebpDecoder() {
        WebPImageReaderSpi plugin = new WebPImageReaderSpi();
        IIORegistry.getDefaultInstance().registerServiceProvider(plugin);
        library = new CodecLibrary("TwelveMonkeys imageio-webp", plugin.getVersion());
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.WEBP;
    }

    @Override
    public CodecLibrary library() {
        return library;
    }

    @Override
    public @Nullable String refusal(ImageHeader header) {
        PlatformReader.requireHeap(format().label(), workingBytes(header, FULL_SIZE));
        return null;
    }

    @Override
    public ImageSpec decodedSpec(ImageHeader header, int eighths) {
        ColorModel model = header.model() == ColorModel.YCBCR ? ColorModel.RGB : header.model();
        return ImageSpec.of(header.width(), header.height(), model);
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        return COST.nanos(sourceBytes, header.spec().pixels());
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        ImageSpec spec = decodedSpec(header, eighths);
        return LIBRARY_BYTES + spec.samples() + OWN_PIXEL_BYTES * spec.pixels();
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        WebpFile file = WebpParser.parse(source, true);
        if (file == null || file.cutOff()) {
            throw new CorruptImageException("The WebP is cut off: its picture data ends too early.");
        }
        context.checkpoint().run();
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            read(source, file.first(), image);
            context.checkpoint().run();
            if (!file.first().covers(file.width(), file.height())) {
                clearAround(file.first().place(), image, context.kernels().point());
            }
        });
    }

    private static void read(MemorySegment source, WebpFrame frame, Image image) {
        MemorySegment chunks =
                source.asSlice(frame.chunks().offset(), frame.chunks().length());
        try (PlatformReader reader = new PlatformReader(
                PLATFORM_FORMAT,
                List.of(WebpContainer.aroundFrame(frame), chunks),
                message -> new CorruptImageException("The WebP is damaged: %s.".formatted(message)))) {
            BufferedImage picture = reader.read();
            if (!reader.warnings().isEmpty()) {
                throw new CorruptImageException(
                        "The WebP is damaged: %s.".formatted(reader.warnings().getFirst()));
            }
            if (picture.getWidth() != frame.place().width()
                    || picture.getHeight() != frame.place().height()) {
                throw new CorruptImageException("The WebP is damaged: its header contradicts itself.");
            }
            // A view of the same samples: the whole image stays their owner.
            RasterRows.copy(picture, image.cropped(frame.place()), 0);
        }
    }

    private static void clearAround(Rect place, Image image, PointKernel point) {
        int right = place.x() + place.width();
        int bottom = place.y() + place.height();
        for (Plane plane : image.planes()) {
            clear(plane, new Rect(0, 0, image.width(), place.y()), point);
            clear(plane, new Rect(0, bottom, image.width(), image.height() - bottom), point);
            clear(plane, new Rect(0, place.y(), place.x(), place.height()), point);
            clear(plane, new Rect(right, place.y(), image.width() - right, place.height()), point);
        }
    }

    private static void clear(Plane plane, Rect part, PointKernel point) {
        if (part.width() > 0 && part.height() > 0) {
            point.fill(plane.view(part), 0, 0, part.height());
        }
    }
}
