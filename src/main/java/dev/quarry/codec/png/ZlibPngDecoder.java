package dev.quarry.codec.png;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageHeader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** PNG by the Java platform's zlib, row by row: two rows on the heap, whatever the picture's size. */
final class ZlibPngDecoder extends PngDecoder {

    private static final long LIBRARY_BYTES = 128L << 10;
    private static final long ROWS_HELD = 3;
    private static final long MOST_SAMPLE_BYTES = 8;

    @Override
    public CodecLibrary library() {
        return PngCodec.JAVA;
    }

    @Override
    public long workingBytes(ImageHeader header, int scaleDenominator) {
        return LIBRARY_BYTES + ROWS_HELD * MOST_SAMPLE_BYTES * header.width();
    }

    @Override
    void decode(MemorySegment source, PngStructure structure, PngRows rows) {
        ByteReader reader = ByteReader.bigEndian(source);
        PngLayout layout = structure.layout();
        PngExpander expander = new PngExpander(structure, reader);
        try (Inflater inflater = new Inflater()) {
            RowSource stored = new RowSource(new PngImageData(reader, inflater), layout);
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
        } catch (DataFormatException e) {
            throw new CorruptImageException("The PNG is damaged: its picture data cannot be unpacked.");
        }
    }

    private static void decodePass(Adam7 pass, PngLayout layout, RowSource stored, PngExpander expander, PngRows rows)
            throws DataFormatException {
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

        RowSource(PngImageData data, PngLayout layout) {
            this.data = data;
            this.layout = layout;
            int length = 1 + Math.toIntExact(layout.storedBytes(layout.width()));
            this.row = new byte[length];
            this.above = new byte[length];
        }

        /** Begins a pass: its first row has nothing above it. */
        void restart() {
            Arrays.fill(row, (byte) 0);
        }

        /** The next row of so many pixels, its bytes from index 1 on; valid until the next call. */
        byte[] next(int pixels) throws DataFormatException {
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
