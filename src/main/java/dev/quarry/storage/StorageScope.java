package dev.quarry.storage;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A named share of the budget; every block that a request takes is charged to its scope. */
public final class StorageScope implements AutoCloseable {

    private final BlockStorage storage;
    private final String name;
    private final Set<Block> live = new HashSet<>();
    private long reserved;
    private long used;
    private long peak;

    StorageScope(BlockStorage storage, String name, long reserved) {
        this.storage = storage;
        this.name = name;
        this.reserved = reserved;
    }

    /** The one segment that every offset refers to. */
    public MemorySegment memory() {
        return storage.memory();
    }

    /** The name given at opening. */
    public String name() {
        return name;
    }

    /** Bytes that admission reserved. */
    public synchronized long reservedBytes() {
        return reserved;
    }

    /** Bytes of live blocks. */
    public synchronized long usedBytes() {
        return used;
    }

    /** The largest {@link #usedBytes} so far. */
    public synchronized long peakBytes() {
        return peak;
    }

    /** Asks for {@code bytes} more, without waiting; false when the budget has no room. */
    public synchronized boolean tryTopUp(long bytes) {
        if (!storage.tryReserve(bytes)) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    /**
     * A new scope that takes {@code bytes} of this one's unused reservation with it, to be closed on its own.
     *
     * @throws StorageExhaustedException when less is unused
     */
    public synchronized StorageScope split(String newName, long bytes) {
        if (used + bytes > reserved) {
            throw new StorageExhaustedException("scope " + name + " has no " + bytes + " bytes left", bytes, reserved);
        }
        reserved -= bytes;
        return new StorageScope(storage, newName, bytes);
    }

    /**
     * One contiguous block of at least {@code bytes}, its content undefined.
     *
     * @throws StorageExhaustedException when the scope's reservation has no such room
     */
    public synchronized Block allocate(long bytes) {
        long size = storage.bytesFor(bytes);
        if (used + size > reserved) {
            throw new StorageExhaustedException(
                    "scope " + name + " reserved " + reserved + " bytes, uses " + used + " and wants " + size,
                    size,
                    reserved);
        }
        Block block = new Block(this, storage.take(size), size);
        used += size;
        peak = Math.max(peak, used);
        live.add(block);
        return block;
    }

    /**
     * The rows of some planes, their content undefined; small planes share a block, large ones lie in a chain of blocks.
     *
     * @param contiguous whether each plane must be one piece with equal distances between rows
     * @throws StorageExhaustedException when the scope's reservation has no such room
     */
    public RowLease allocateRows(List<RowShape> shapes, boolean contiguous) {
        List<Block> blocks = new ArrayList<>();
        List<long[]> rows = new ArrayList<>();
        int[] strides = new int[shapes.size()];
        for (RowShape shape : shapes) {
            int stride = BlockStorage.strideBytes(shape);
            strides[rows.size()] = stride;
            Block block = allocate((long) stride * shape.rows() + 192);
            blocks.add(block);
            long[] offsets = new long[shape.rows()];
            for (int y = 0; y < offsets.length; y++) {
                offsets[y] = block.offset() + 64 + (long) y * stride;
            }
            rows.add(offsets);
        }
        return new RowLease(blocks, rows, strides);
    }

    /** An empty buffer that may grow to {@code maxBytes}; it draws from the scope as it grows. */
    public GrowingBuffer growingBuffer(long maxBytes) {
        return new GrowingBuffer(this, maxBytes);
    }

    synchronized void release(Block block) {
        if (live.remove(block)) {
            used -= block.bytes();
            storage.give(block.offset(), block.bytes());
        }
    }

    /** Returns every block that is still live and the reservation; a second call changes nothing. */
    @Override
    public synchronized void close() {
        new ArrayList<>(live).forEach(this::release);
        storage.unreserve(reserved);
        reserved = 0;
    }
}
