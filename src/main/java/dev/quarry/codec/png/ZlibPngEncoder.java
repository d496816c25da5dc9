package dev.quarry.codec.png;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.Block;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;

/** PNG by the Java platform's zlib, row by row; the filter of each row is the one with the smallest differences. */
final class ZlibPngEncoder extends PngEncoder {

    private static final long LIBRARY_BYTES = 512L << 10;
    private static final long ROWS_HELD = 8;
    private static final int CHUNK_BYTES = 32 << 10;

    @Override
    public CodecLibrary library() {
        return PngCodec.JAVA;
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        return LIBRARY_BYTES + ROWS_HELD * rowBytes(input);
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        PngChunkWriter writer = new PngChunkWriter(output);
        writer.signature();
        chunk(writer, "IHDR", ihdr(image, options));
        if (iccProfile.length > 0) {
            chunk(writer, "iCCP", iccp(iccProfile));
        }
        try (Block block = context.scope().allocate(rowBlockBytes(image.spec()));
                Deflater deflater = new Deflater(options.compression())) {
            new Rows(image, block, deflater, writer, context).writeAll(options);
        }
        chunk(writer, "IEND", new byte[0]);
    }

    private static void chunk(PngChunkWriter writer, String type, byte[] data) {
        writer.chunk(type, data, data.length);
    }

    private static byte[] ihdr(Image image, EncodeOptions options) {
        return ByteBuffer.allocate(13)
                .putInt(image.width())
                .putInt(image.height())
                .put((byte) 8)
                .put((byte) colorOf(image.spec().model()).code())
                .put((byte) 0)
                .put((byte) 0)
                .put((byte) (options.progressive() ? 1 : 0))
                .array();
    }

    private static byte[] iccp(byte[] iccProfile) {
        byte[] name = PROFILE_NAME.getBytes(StandardCharsets.ISO_8859_1);
        // zlib's own bound, and a zero after the name and the compression method.
        byte[] data = new byte[name.length + 2 + iccProfile.length + iccProfile.length / 1000 + 64];
        System.arraycopy(name, 0, data, 0, name.length);
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(iccProfile);
            deflater.finish();
            int start = name.length + 2;
            int count = deflater.deflate(data, start, data.length - start);
            return Arrays.copyOf(data, start + count);
        }
    }

    /** The rows of one picture on their way through filter and deflater. */
    private static final class Rows {

        private final Image image;
        private final Block block;
        private final Deflater deflater;
        private final PngChunkWriter writer;
        private final CodecContext context;
        private final int bands;
        private final byte[] compressed = new byte[CHUNK_BYTES];
        private int pending;
        private byte[] row;
        private byte[] above;
        private byte[] best;
        private byte[] other;

        Rows(Image image, Block block, Deflater deflater, PngChunkWriter writer, CodecContext context) {
            this.image = image;
            this.block = block;
            this.deflater = deflater;
            this.writer = writer;
            this.context = context;
            this.bands = image.planes().size();
            int length = 1 + Math.toIntExact(rowBytes(image.spec()));
            this.row = new byte[length];
            this.above = new byte[length];
            this.best = new byte[length];
            this.other = new byte[length];
        }

        void writeAll(EncodeOptions options) {
            boolean filtered = options.compression() > 0;
            if (options.progressive()) {
                for (Adam7 pass : Adam7.values()) {
                    Arrays.fill(row, (byte) 0);
                    for (int i = 0; i < pass.height(image.height(), image.width()); i++) {
                        next(pass.firstY() + i * pass.stepY());
                        write(pick(pass), filtered);
                    }
                }
            } else {
                for (int y = 0; y < image.height(); y++) {
                    next(y);
                    write(row.length - 1, filtered);
                }
            }
            deflater.finish();
            deflate();
            if (pending > 0) {
                writer.chunk("IDAT", compressed, pending);
            }
        }

        private void next(int y) {
            context.checkpoint(y);
            byte[] current = above;
            above = row;
            row = current;
            MemorySegment memory = context.scope().memory();
            long offset = block.offset() + rowOffset();
            context.kernels().interleave().interleave(image.planes(), y, memory, offset);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, row, 1, row.length - 1);
        }

        /** Moves the pixels of a pass to the row's beginning; gives their bytes. */
        private int pick(Adam7 pass) {
            int pixels = pass.width(image.width());
            for (int i = 0; i < pixels; i++) {
                int from = 1 + (pass.firstX() + i * pass.stepX()) * bands;
                System.arraycopy(row, from, row, 1 + i * bands, bands);
            }
            return pixels * bands;
        }

        private void write(int length, boolean filtered) {
            long least = PngFilter.NONE.apply(row, above, length, bands, best);
            for (PngFilter filter : PngFilter.values()) {
                if (filtered && filter != PngFilter.NONE) {
                    long sum = filter.apply(row, above, length, bands, other);
                    if (sum < least) {
                        least = sum;
                        byte[] better = other;
                        other = best;
                        best = better;
                    }
                }
            }
            deflater.setInput(best, 0, length + 1);
            deflate();
        }

        /** Takes all that the deflater gives for its input so far. */
        private void deflate() {
            int count;
            do {
                count = deflater.deflate(compressed, pending, CHUNK_BYTES - pending);
                pending += count;
                if (pending == CHUNK_BYTES) {
                    writer.chunk("IDAT", compressed, pending);
                    pending = 0;
                }
            } while (count > 0);
        }
    }
}
