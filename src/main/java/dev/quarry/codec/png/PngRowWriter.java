package dev.quarry.codec.png;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** The rows of one picture on their way through the filters into a stream. */
final class PngRowWriter {

    private final Image image;
    private final long rowOffset;
    private final Deflation.Stream stream;
    private final CodecContext context;
    private final int bands;
    private byte[] row;
    private byte[] above;
    private byte[] best;
    private byte[] other;

    /**
     * A writer for all rows.
     *
     * @param rowOffset where in the storage an interleaved row may be put
     */
    PngRowWriter(Image image, long rowOffset, Deflation.Stream stream, CodecContext context) {
        this.image = image;
        this.rowOffset = rowOffset;
        this.stream = stream;
        this.context = context;
        this.bands = image.planes().size();
        int length = 1 + Math.multiplyExact(image.width(), bands);
        this.row = new byte[length];
        this.above = new byte[length];
        this.best = new byte[length];
        this.other = new byte[length];
    }

    /** Writes the picture in the order that the options want. */
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
        stream.finish();
    }

    private void next(int y) {
        context.checkpoint(y);
        byte[] current = above;
        above = row;
        row = current;
        MemorySegment memory = context.scope().memory();
        context.kernels().interleave().interleave(image.planes(), y, memory, rowOffset);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, rowOffset, row, 1, row.length - 1);
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
        stream.write(best, length + 1);
    }
}
