package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.Block;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JPEG by libturbojpeg: grey and YCbCr into planes as stored, whatever the plane functions do not take through interleaved
 * pixels.
 */
final class TurboJpegDecoder implements Decoder {

    private static final CpuCost COST = new CpuCost(20_000, 7, 0.45, 0.2);
    private static final CpuCost STAGED_COST = new CpuCost(40_000, 20, 2, 0.6);
    private static final int MAX_SIDE = 65_500;
    private static final long LIBRARY_BYTES = 128L << 10;
    private static final long ROWS_HELD = 80;
    private static final long POINTER_BYTES_PER_ROW = 24;
    private static final long COEFFICIENT_BYTES = 2;
    private static final int LARGEST_MCU = 32;
    private static final int THREE_EIGHTHS = 3;

    private final LibTurboJpeg turbo;

    TurboJpegDecoder(LibTurboJpeg turbo) {
        this.turbo = turbo;
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.JPEG;
    }

    @Override
    public CodecLibrary library() {
        return turbo.library();
    }

    @Override
    public @Nullable String refusal(ImageHeader header) {
        if (header.bitDepth() != 8) {
            return "JPEG with %d bits per sample cannot be read here.".formatted(header.bitDepth());
        }
        if (header.width() > MAX_SIDE || header.height() > MAX_SIDE) {
            return "JPEG over %d pixels on a side cannot be read here.".formatted(MAX_SIDE);
        }
        return null;
    }

    @Override
    public List<Integer> scales(ImageHeader header) {
        List<Integer> scales = JpegShapes.scales(header.width(), header.height());
        // The library's transform of three points has no vector code: what would be decoded by it is no quicker than at
        // half.
        return header.staged() || TurboSubsampling.of(header).isEmpty()
                ? scales.stream().filter(eighths -> eighths != THREE_EIGHTHS).toList()
                : scales;
    }

    @Override
    public ImageSpec decodedSpec(ImageHeader header, int eighths) {
        ChromaSubsampling subsampling = header.subsampling();
        if (TurboSubsampling.of(header).isEmpty()) {
            return JpegShapes.full(
                    header, header.model() == ColorModel.CMYK ? ColorModel.CMYK : ColorModel.RGB, eighths);
        }
        return subsampling == null
                ? JpegShapes.full(header, header.model(), eighths)
                : JpegShapes.ycbcr(header, subsampling, eighths);
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        CpuCost cost = header.staged() ? STAGED_COST : COST;
        return cost.nanos(
                sourceBytes,
                header.spec().samples(),
                decodedSpec(header, eighths).samples());
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        long rows =
                LIBRARY_BYTES + ROWS_HELD * (header.width() + LARGEST_MCU) + POINTER_BYTES_PER_ROW * header.height();
        return header.staged() ? rows + coefficientBytes(header) : rows;
    }

    /** All coefficients of all components, at full size whatever the scale. */
    private static long coefficientBytes(ImageHeader header) {
        long samples = (long) Math.ceilDiv(header.width(), LARGEST_MCU)
                * LARGEST_MCU
                * Math.ceilDiv(header.height(), LARGEST_MCU)
                * LARGEST_MCU;
        ChromaSubsampling subsampling = header.subsampling();
        int bands = header.model().bands();
        return subsampling == null
                ? samples * bands * COEFFICIENT_BYTES
                : (samples + 2 * samples / ((long) subsampling.horizontal() * subsampling.vertical()))
                        * COEFFICIENT_BYTES;
    }

    @Override
    public long scratchBytes(ImageHeader header, int eighths) {
        if (TurboSubsampling.of(header).isPresent()) {
            return 0;
        }
        ImageSpec spec = decodedSpec(header, eighths);
        return spec.samples();
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        ByteReader reader = ByteReader.bigEndian(source);
        JpegStructure structure = JpegParser.parse(reader);
        if (structure == null) {
            throw new CorruptImageException("The JPEG is cut off inside its header.");
        }
        if (structure.isStaged()) {
            JpegEnd.checkScans(reader, structure.scanOffset());
        }
        boolean marked = JpegEnd.isMarked(reader, structure.scanOffset());
        if (!marked && structure.isStaged()) {
            JpegScans.checkComplete(reader, structure);
        }
        if (marked) {
            Image reduced = reduced(reader, structure, header, eighths, context);
            return reduced == null ? decode(source, true, header, eighths, contiguous, context) : reduced;
        }
        try (Block copy = JpegEnd.marked(source, context.scope())) {
            MemorySegment whole = context.scope().memory().asSlice(copy.offset(), source.byteSize() + 2);
            return decode(whole, false, header, eighths, contiguous, context);
        }
    }

    /** The picture at a part of its size where it is a sound one of the usual kind; null leaves the last word to the library. */
    private @Nullable Image reduced(
            ByteReader file, JpegStructure structure, ImageHeader header, int eighths, CodecContext context) {
        if (!ReducedDecoding.reducesTo(eighths) || TurboSubsampling.of(header).isEmpty()) {
            return null;
        }
        SequentialScan scan = SequentialScan.of(file, structure);
        if (scan == null) {
            return null;
        }
        boolean[] sound = {false};
        Image image = context.image(
                decodedSpec(header, eighths),
                true,
                planes -> sound[0] = ReducedDecoding.decode(scan, file.bytes(), planes, eighths, context));
        if (!sound[0]) {
            image.close();
            return null;
        }
        return image;
    }

    private Image decode(
            MemorySegment jpeg,
            boolean marked,
            ImageHeader header,
            int eighths,
            boolean contiguous,
            CodecContext context) {
        context.checkpoint().run();
        ImageSpec spec = decodedSpec(header, eighths);
        boolean planar = TurboSubsampling.of(header).isPresent();
        return context.image(spec, contiguous || planar, image -> {
            try (TurboDecompression decompression = new TurboDecompression(turbo, jpeg, header, marked)) {
                if (planar) {
                    decompression.intoPlanes(image);
                } else {
                    decompression.intoPixels(image, context);
                }
            }
            context.checkpoint().run();
        });
    }
}
