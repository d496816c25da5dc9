package dev.quarry.codec.webp;

import dev.quarry.codec.CodecContext;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.storage.Block;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;

/** The pixels of an image as the encoder wants them, in a temporary block of our own that it may change. */
final class WebpSource implements AutoCloseable {

    private static final int OPAQUE = 255;
    private static final int NO_COLOR = 128;

    private final CodecContext context;
    private final WebpRange range;
    private final ScratchLayout layout;
    private final MemorySegment memory;
    private final Block block;

    private WebpSource(ScratchLayout layout, WebpRange range, CodecContext context) {
        this.layout = layout;
        this.range = range;
        this.context = context;
        this.memory = context.scope().memory();
        this.block = context.scope().allocate(layout.bytes());
    }

    /** Copies the pixels of {@code image} and sets them as the source of {@code picture}. */
    static WebpSource of(Image image, boolean lossless, Picture picture, WebpRange range, CodecContext context) {
        WebpSource source = new WebpSource(ScratchLayout.of(image.spec(), lossless), range, context);
        boolean filled = false;
        try {
            picture.size(image.width(), image.height());
            if (source.layout.planar()) {
                source.planes(image, picture);
            } else {
                source.pixels(image, picture);
            }
            filled = true;
            return source;
        } finally {
            if (!filled) {
                source.close();
            }
        }
    }

    private void planes(Image image, Picture picture) {
        long start = block.offset();
        Plane luma = layout.luma(memory, start);
        Plane blueChroma = layout.chroma(memory, start, 0);
        Plane redChroma = layout.chroma(memory, start, 1);
        range.lumaToLimited(image.plane(0), luma, context);
        if (image.spec().model() == ColorModel.YCBCR) {
            range.chromaToLimited(image.plane(1), blueChroma, context);
            range.chromaToLimited(image.plane(2), redChroma, context);
        } else {
            context.kernels().point().fill(blueChroma, NO_COLOR, 0, blueChroma.height());
            context.kernels().point().fill(redChroma, NO_COLOR, 0, redChroma.height());
        }
        picture.planes(luma, blueChroma, redChroma);
        if (layout.alpha()) {
            Plane alpha = layout.alpha(memory, start);
            copy(image.planes().getLast(), alpha);
            picture.alpha(alpha);
        }
    }

    private void copy(Plane source, Plane target) {
        context.inBands(target.height(), (from, to) -> context.kernels().point().copy(source, target, from, to));
    }

    private void pixels(Image image, Picture picture) {
        MemorySegment pixels = layout.pixels(memory, block.offset());
        List<Plane> bands = bands(image);
        for (int y = 0; y < image.height(); y++) {
            context.checkpoint(y);
            context.kernels().interleave().interleave(bands, y, pixels, layout.pixelRow(y));
        }
        picture.argb(pixels, image.width());
    }

    /** The bands in the order of the bytes of a 32-bit number whose highest byte is alpha. */
    private List<Plane> bands(Image image) {
        Plane alpha;
        if (layout.alpha()) {
            alpha = image.planes().getLast();
        } else {
            alpha = layout.opaque(memory, block.offset());
            context.kernels().point().fill(alpha, OPAQUE, 0, 1);
        }
        boolean gray = image.spec().model().isGray();
        List<Plane> colors = gray
                ? List.of(image.plane(0), image.plane(0), image.plane(0))
                : List.of(image.plane(2), image.plane(1), image.plane(0));
        List<Plane> ascending = List.of(colors.get(0), colors.get(1), colors.get(2), alpha);
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? ascending : ascending.reversed();
    }

    @Override
    public void close() {
        block.close();
    }
}
