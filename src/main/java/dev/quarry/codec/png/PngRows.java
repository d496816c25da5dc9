package dev.quarry.codec.png;

import dev.quarry.codec.CodecContext;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.storage.Block;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes expanded rows, interleaved, and spreads them over an image's planes; a row of a pass goes to where its pixels
 * belong. The row to be taken lies in a temporary block of the scope.
 */
final class PngRows implements AutoCloseable {

    private static final int SLACK = 64;

    private final PngLayout layout;
    private final Image image;
    private final CodecContext context;
    private final Block block;
    private final List<Plane> passRows;

    PngRows(PngLayout layout, Image image, CodecContext context) {
        this.layout = layout;
        this.image = image;
        this.context = context;
        this.block = context.scope().allocate(blockBytes(layout));
        this.passRows = layout.interlaced() ? passRows(layout, context.scope(), block) : List.of();
    }

    /** What a decoder takes from the scope beside the planes. */
    static long blockBytes(PngLayout layout) {
        long passes = layout.interlaced() ? layout.model().bands() * passRowBytes(layout) : 0;
        return SLACK + rowBytes(layout) + passes;
    }

    private static long rowBytes(PngLayout layout) {
        return Math.ceilDiv(layout.expandedBytes(layout.width()), SLACK) * SLACK + SLACK;
    }

    private static long passRowBytes(PngLayout layout) {
        return Math.ceilDiv((long) layout.width(), SLACK) * SLACK + 2L * SLACK;
    }

    private static List<Plane> passRows(PngLayout layout, StorageScope scope, Block block) {
        List<Plane> rows = new ArrayList<>();
        long at = block.offset() + SLACK + rowBytes(layout);
        for (int band = 0; band < layout.model().bands(); band++) {
            rows.add(new Plane(
                    scope.memory(), new long[] {at + SLACK}, layout.width(), Math.toIntExact(passRowBytes(layout))));
            at += passRowBytes(layout);
        }
        return List.copyOf(rows);
    }

    /** Where the next expanded row is to be put, room for the picture's width. */
    MemorySegment row() {
        return context.scope().memory().asSlice(block.offset() + SLACK, layout.expandedBytes(layout.width()));
    }

    /** Takes {@link #row} as row {@code y} of the picture. */
    void take(int y) {
        context.checkpoint(y);
        spread(image.planes(), y);
    }

    /** Takes {@link #row} as a row of a pass that belongs to row {@code y} of the picture. */
    void take(Adam7 pass, int y) {
        context.checkpoint(y);
        spread(passRows, 0);
        int pixels = pass.width(layout.width());
        MemorySegment memory = context.scope().memory();
        for (int band = 0; band < passRows.size(); band++) {
            scatter(memory, passRows.get(band).row(0), image.plane(band).row(y), pass, pixels);
        }
    }

    private static void scatter(MemorySegment memory, long from, long to, Adam7 pass, int pixels) {
        long target = to + pass.firstX();
        for (int i = 0; i < pixels; i++) {
            byte sample = memory.get(ValueLayout.JAVA_BYTE, from + i);
            memory.set(ValueLayout.JAVA_BYTE, target + (long) i * pass.stepX(), sample);
        }
    }

    private void spread(List<Plane> planes, int y) {
        MemorySegment memory = context.scope().memory();
        if (layout.isWide()) {
            context.kernels().interleave().deinterleave16(memory, block.offset() + SLACK, planes, y);
        } else {
            context.kernels().interleave().deinterleave(memory, block.offset() + SLACK, planes, y);
        }
    }

    @Override
    public void close() {
        block.close();
    }
}
