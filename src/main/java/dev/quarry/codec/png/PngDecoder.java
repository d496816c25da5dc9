package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** PNG with a library that unpacks its picture data, row by row: two rows on the heap, whatever the picture's size. */
final class PngDecoder implements Decoder {

    private static final long BASE_BYTES = 64L << 10;
    private static final long ROWS_HELD = 4;
    private static final long MOST_SAMPLE_BYTES = 8;

    private final Inflation inflation;

    PngDecoder(Inflation inflation) {
        this.inflation = inflation;
    }

    @Override
    public CodecLibrary library() {
        return inflation.library();
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        long sampleBytes = header.spec().samples() * Math.max(Byte.SIZE, header.bitDepth()) / Byte.SIZE;
        return (header.staged() ? inflation.stagedCost() : inflation.cost()).nanos(sourceBytes, sampleBytes);
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        return BASE_BYTES + inflation.workingBytes() + ROWS_HELD * MOST_SAMPLE_BYTES * header.width();
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.PNG;
    }

    @Override
    public @Nullable String refusal(ImageHeader header) {
        return MOST_SAMPLE_BYTES * header.width() > Integer.MAX_VALUE - 256
                ? "PNG of %d pixels across cannot be read here.".formatted(header.width())
                : null;
    }

    @Override
    public long scratchBytes(ImageHeader header, int eighths) {
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
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        PngStructure structure = PngParser.parse(ByteReader.bigEndian(source));
        if (structure == null) {
            throw new CorruptImageException("The PNG is cut off before its picture.");
        }
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            try (PngRows rows = new PngRows(structure.layout(), image, context)) {
                decode(source, structure, rows);
            }
            context.checkpoint().run();
        });
    }

    private void decode(MemorySegment source, PngStructure structure, PngRows rows) {
        ByteReader reader = ByteReader.bigEndian(source);
        PngLayout layout = structure.layout();
        PngExpander expander = new PngExpander(structure, reader);
        int rowBytes = 1 + Math.toIntExact(layout.storedBytes(layout.width()));
        try (Inflation.Stream stream = inflation.open(rowBytes)) {
            RowSource stored = new RowSource(new PngImageData(reader, stream), layout, rowBytes);
            if (layout.interlaced()) {
                for (Adam7 pass : Adam7.values()) {
                    decodePass(pass, layout, stored, expander, rows);
                }
            } else {
                for (int y = 0; y < layout.height(); y++) {
                    expander.expand(stored.next(layout.width()), 1, layout.width(), rows.row());
                    rows.take(y);
                }
            }
        }
    }

    private static void decodePass(Adam7 pass, PngLayout layout, RowSource stored, PngExpander expander, PngRows rows) {
        stored.restart();
        int width = pass.width(layout.width());
        for (int row = 0; row < pass.height(layout.height(), layout.width()); row++) {
            expander.expand(stored.next(width), 1, width, rows.row());
            rows.take(pass, pass.firstY() + row * pass.stepY());
        }
    }

    /** Unfiltered rows, one after the other. */
    private static final class RowSource {

        private final PngImageData data;
        private final PngLayout layout;
        private byte[] row;
        private byte[] above;

        RowSource(PngImageData data, PngLayout layout, int rowBytes) {
            this.data = data;
            this.layout = layout;
            this.row = new byte[rowBytes];
            this.above = new byte[rowBytes];
        }

        /** Begins a pass: its first row has nothing above it. */
        void restart() {
            Arrays.fill(row, (byte) 0);
        }

        /** The next row of so many pixels, its bytes from index 1 on; valid until the next call. */
        byte[] next(int pixels) {
            byte[] current = above;
            above = row;
            row = current;
            int length = Math.toIntExact(layout.storedBytes(pixels));
            data.read(row, 1 + length);
            PngFilter.of(Byte.toUnsignedInt(row[0])).undo(row, above, length, layout.filterDistance());
            return row;
        }
    }
}
