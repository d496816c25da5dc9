package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all PNG decoders share: shapes, sizes and the way of a row into the planes. */
abstract sealed class PngDecoder implements Decoder permits SpngDecoder, ZlibPngDecoder {

    private static final long MOST_SAMPLE_BYTES = 8;

    @Override
    public final ImageFormat format() {
        return ImageFormat.PNG;
    }

    @Override
    public final @Nullable String refusal(ImageHeader header) {
        return MOST_SAMPLE_BYTES * header.width() > Integer.MAX_VALUE - 256
                ? "PNG of %d pixels across cannot be read here.".formatted(header.width())
                : null;
    }

    @Override
    public final List<Integer> scaleDenominators(ImageHeader header) {
        return List.of(1);
    }

    @Override
    public final ImageSpec decodedSpec(ImageHeader header, int scaleDenominator) {
        return ImageSpec.of(header.width(), header.height(), header.model());
    }

    @Override
    public final long scratchBytes(ImageHeader header, int scaleDenominator) {
        // The transparency of the layout matters only through the model, which the header has.
        PngColor color = switch (header.model()) {
            case GRAY -> PngColor.GRAY;
            case GRAY_ALPHA -> PngColor.GRAY_ALPHA;
            case RGB, YCBCR -> PngColor.RGB;
            case RGBA, CMYK -> PngColor.RGBA;
        };
        return PngRows.blockBytes(new PngLayout(
                header.width(), header.height(), Math.max(8, header.bitDepth()), color, header.staged(), false));
    }

    @Override
    public final Image decode(
            MemorySegment source, ImageHeader header, int scaleDenominator, boolean contiguous, CodecContext context) {
        PngStructure structure = PngParser.parse(ByteReader.bigEndian(source));
        if (structure == null) {
            throw new CorruptImageException("The PNG is cut off before its picture.");
        }
        return context.image(decodedSpec(header, scaleDenominator), contiguous, image -> {
            try (PngRows rows = new PngRows(structure.layout(), image, context)) {
                decode(source, structure, rows);
            }
            context.checkpoint().run();
        });
    }

    /** Decodes all rows into {@code rows}. */
    abstract void decode(MemorySegment source, PngStructure structure, PngRows rows);
}
