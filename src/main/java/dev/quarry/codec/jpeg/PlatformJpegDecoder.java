package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.codec.imageio.PlatformReader;
import dev.quarry.codec.imageio.RasterRows;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.awt.image.Raster;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JPEG by the Java platform: the whole picture on the heap, chroma brought to full size, components as stored. At full
 * size only.
 */
final class PlatformJpegDecoder implements Decoder {

    private static final CpuCost COST = CpuCost.of(200_000, 8, 3.4);
    private static final CpuCost STAGED_COST = CpuCost.of(300_000, 20, 10);
    private static final int MAX_SIDE = 65_500;
    private static final long LIBRARY_BYTES = 1L << 20;
    private static final long COEFFICIENT_BYTES = 2;

    @Override
    public ImageFormat format() {
        return ImageFormat.JPEG;
    }

    @Override
    public CodecLibrary library() {
        return PlatformReader.LIBRARY;
    }

    @Override
    public @Nullable String refusal(ImageHeader header) {
        if (header.bitDepth() != 8) {
            return "JPEG with %d bits per sample cannot be read here.".formatted(header.bitDepth());
        }
        if (header.width() > MAX_SIDE || header.height() > MAX_SIDE) {
            return "JPEG over %d pixels on a side cannot be read here.".formatted(MAX_SIDE);
        }
        PlatformReader.requireHeap(format().label(), rasterBytes(header));
        return null;
    }

    private static long rasterBytes(ImageHeader header) {
        return (long) header.width() * header.height() * header.model().bands();
    }

    @Override
    public ImageSpec decodedSpec(ImageHeader header, int eighths) {
        return ImageSpec.of(header.width(), header.height(), header.model());
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        return (header.staged() ? STAGED_COST : COST).nanos(sourceBytes, rasterBytes(header));
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        long coefficients = header.staged() ? COEFFICIENT_BYTES * rasterBytes(header) : 0;
        return LIBRARY_BYTES + rasterBytes(header) + coefficients;
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        ByteReader reader = ByteReader.bigEndian(source);
        JpegStructure structure = JpegParser.parse(reader);
        if (structure == null) {
            throw new CorruptImageException("The JPEG is cut off inside its header.");
        }
        if (structure.isArithmetic()) {
            throw new UnsupportedFormatException("JPEG with arithmetic coding cannot be read here.");
        }
        JpegEnd.checkScans(reader, structure.scanOffset());
        boolean marked = JpegEnd.isMarked(reader, structure.scanOffset());
        if (!marked && structure.isStaged()) {
            JpegScans.checkComplete(reader, structure);
        }
        context.checkpoint().run();
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            read(JpegEssence.of(source, structure, marked), marked, image);
            context.checkpoint().run();
            if (structure.model() == ColorModel.CMYK) {
                toInk(image, structure, context);
            }
        });
    }

    private static void read(List<MemorySegment> file, boolean marked, Image image) {
        try (PlatformReader reader = new PlatformReader("jpeg", file, JpegMessages::refusal)) {
            Raster raster = reader.readRaster();
            for (String warning : reader.warnings()) {
                if (!JpegMessages.isHarmless(warning) || !marked) {
                    throw JpegMessages.refusal(warning);
                }
            }
            if (raster.getWidth() != image.width()
                    || raster.getHeight() != image.height()
                    || raster.getNumBands() != image.planes().size()) {
                throw new CorruptImageException("The JPEG is damaged: its header contradicts itself.");
            }
            RasterRows.copyBands(raster, image, 0);
        }
    }

    /** Turns stored components into ink; Adobe's programs store light and say so only by their marker. */
    private static void toInk(Image image, JpegStructure structure, CodecContext context) {
        Plane c = image.plane(0);
        Plane m = image.plane(1);
        Plane y = image.plane(2);
        Plane k = image.plane(3);
        if (JpegEssence.isYcck(structure)) {
            // Luma and chroma stand for light where the marker says that ink is stored as light, and so for ink here.
            context.kernels().convert().ycbcrToRgb(c, m, y, c, m, y, 0, image.height());
            context.kernels().point().invert(k, 0, image.height());
        } else if (structure.adobeTransform() >= 0) {
            image.planes().forEach(plane -> context.kernels().point().invert(plane, 0, plane.height()));
        }
    }
}
