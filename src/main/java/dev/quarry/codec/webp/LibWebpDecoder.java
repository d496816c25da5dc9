package dev.quarry.codec.webp;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.storage.Block;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * WebP by libwebp: opaque lossy pictures into 4:2:0 planes as stored, brought to full range; all others through
 * interleaved pixels. Of an animation the first frame, on a transparent canvas.
 */
final class LibWebpDecoder implements Decoder {

    private static final CpuCost LOSSY_COST = CpuCost.of(30_000, 50, 1.9);
    private static final CpuCost LOSSLESS_COST = CpuCost.of(50_000, 9, 5);
    private static final CpuCost ALPHA_COST = CpuCost.of(50_000, 40, 5.5);

    private final LibWebp webp;
    private final WebpRange range;

    LibWebpDecoder(LibWebp webp, WebpRange range) {
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

    /** Full size only: the library can scale, but only after it has decoded every pixel. */
    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        ImageSpec spec = header.spec();
        CpuCost cost = switch (spec.model()) {
            case YCBCR -> LOSSY_COST;
            case RGBA -> ALPHA_COST;
            case RGB, GRAY, GRAY_ALPHA, CMYK -> LOSSLESS_COST;
        };
        return cost.nanos(sourceBytes, spec.pixels());
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        return WebpMemory.decoding(header.spec());
    }

    @Override
    public long scratchBytes(ImageHeader header, int eighths) {
        return header.model() == ColorModel.YCBCR ? 0 : header.spec().samples();
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        WebpFile file = WebpParser.parse(source, true);
        if (file == null || file.cutOff()) {
            throw new CorruptImageException("The WebP is cut off: its picture data ends too early.");
        }
        if (file.model() != header.model() || file.width() != header.width() || file.height() != header.height()) {
            throw new IllegalArgumentException("not the header of this file: " + header);
        }
        boolean planar = header.model() == ColorModel.YCBCR;
        return context.image(header.spec(), contiguous || planar, image -> {
            if (planar) {
                intoPlanes(source, file, image, context);
            } else {
                intoPixels(source, file, image, context);
            }
        });
    }

    private void intoPlanes(MemorySegment source, WebpFile file, Image image, CodecContext context) {
        List<Plane> planes = image.planes();
        run(source, file, context, config -> config.outputPlanes(planes.get(0), planes.get(1), planes.get(2)));
        range.toFull(planes, context);
    }

    /** Decodes the frame onto the canvas in a temporary block, then spreads it over the planes. */
    private void intoPixels(MemorySegment source, WebpFile file, Image image, CodecContext context) {
        int bands = image.planes().size();
        int rowBytes = bands * file.width();
        long canvasBytes = (long) rowBytes * file.height();
        StorageScope scope = context.scope();
        boolean covered = file.first().covers(file.width(), file.height());
        try (Block block = covered ? scope.allocate(canvasBytes) : scope.allocateZeroed(canvasBytes)) {
            MemorySegment canvas = scope.memory().asSlice(block.offset(), canvasBytes);
            Rect place = file.first().place();
            long start = (long) rowBytes * place.y() + (long) bands * place.x();
            long bytes = (long) rowBytes * (place.height() - 1) + (long) bands * place.width();
            MemorySegment pixels = canvas.asSlice(start, bytes);
            run(source, file, context, config -> config.outputInterleaved(pixels, bands, rowBytes));
            for (int y = 0; y < file.height(); y++) {
                context.checkpoint(y);
                context.kernels().interleave().deinterleave(canvas, (long) y * rowBytes, image.planes(), y);
            }
        }
    }

    private void run(MemorySegment source, WebpFile file, CodecContext context, WebpDecompression.Output output) {
        WebpFrame frame = file.first();
        MemorySegment chunks =
                source.asSlice(frame.chunks().offset(), frame.chunks().length());
        try (WebpDecompression decompression = new WebpDecompression(webp, output)) {
            decompression.run(chunks, frame.place(), context.checkpoint());
        }
    }
}
