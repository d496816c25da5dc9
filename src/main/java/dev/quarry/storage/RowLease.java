package dev.quarry.storage;

import java.util.List;

/** The rows of one image's planes, owned by a scope until closed. */
public final class RowLease implements AutoCloseable {

    private final List<Block> blocks;
    private final List<long[]> rows;
    private final int[] strides;

    RowLease(List<Block> blocks, List<long[]> rows, int[] strides) {
        this.blocks = blocks;
        this.rows = rows;
        this.strides = strides;
    }

    /** The offset of each row's first byte in the storage's segment, for the plane at {@code index}. */
    public long[] rows(int index) {
        return rows.get(index);
    }

    /** The distance between rows of one block, in bytes, a multiple of 64. */
    public int strideBytes(int index) {
        return strides[index];
    }

    /** Returns all blocks, from any thread; a second call changes nothing. */
    @Override
    public void close() {
        blocks.forEach(Block::close);
    }
}
