package dev.quarry.storage;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one image's planes, owned by a scope until closed. */
public final class RowLease implements AutoCloseable {

    private final List<Block> blocks;
    private final long[][] rows;
    private final int[] strides;
    private final @Nullable Liveness liveness;

    private RowLease(List<Block> blocks, long[][] rows, int[] strides) {
        this.blocks = blocks;
        this.rows = rows;
        this.strides = strides;
        boolean checked = !blocks.isEmpty() && blocks.getFirst().isWatchedClosely();
        this.liveness = checked ? () -> blocks.forEach(Block::requireLive) : null;
    }

    /** Puts the rows of {@code shapes} into {@code blocks}, one for each block of the layout, in its order. */
    static RowLease of(List<RowShape> shapes, RowLayout layout, List<Block> blocks) {
        long[][] rows = new long[shapes.size()][];
        int[] strides = new int[rows.length];
        for (int plane = 0; plane < rows.length; plane++) {
            rows[plane] = new long[shapes.get(plane).rows()];
            strides[plane] = layout.strideBytes(plane);
        }
        int next = 0;
        for (RowLayout.Section section : layout.sections()) {
            for (int i = 0; i < section.blocks(); i++) {
                long start = blocks.get(next++).frame().offset();
                for (RowLayout.Run run : section.runs()) {
                    fill(
                            rows[run.plane()],
                            run.firstRow() + i * run.rows(),
                            run.rows(),
                            start + run.offset(),
                            strides[run.plane()]);
                }
            }
        }
        return new RowLease(blocks, rows, strides);
    }

    private static void fill(long[] rows, int first, int count, long offset, long stride) {
        for (int y = 0; y < count; y++) {
            rows[first + y] = offset + y * stride;
        }
    }

    /** The offset of each row's first byte in the storage's segment, for the plane at {@code index}. */
    public long[] rows(int index) {
        if (liveness != null) {
            liveness.requireLive();
        }
        return rows[index];
    }

    /** The distance between rows of one block, in bytes, a multiple of 64. */
    public int strideBytes(int index) {
        return strides[index];
    }

    /** What to ask before each access to the rows; null where accesses are not checked. */
    public @Nullable Liveness liveness() {
        return liveness;
    }

    /** The blocks that the rows lie in. */
    List<Block> blocks() {
        return Collections.unmodifiableList(blocks);
    }

    /** Returns all blocks, from any thread; a second call changes nothing. */
    @Override
    public void close() {
        LeakReport.closeAll(blocks);
    }
}
