package dev.quarry.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The storage: one address range, its arenas, its ledger. */
public final class BlockStorage implements AutoCloseable {

    private final StorageSettings settings;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final TreeMap<Long, Long> free = new TreeMap<>();
    private long reserved;
    private long used;

    private BlockStorage(StorageSettings settings) {
        this.settings = settings;
        this.memory = arena.allocate(settings.budgetBytes() * 2, 4096);
        free.put(0L, settings.budgetBytes() * 2);
    }

    /** Reserves the address range and builds the arenas. */
    public static BlockStorage open(StorageSettings settings) {
        return new BlockStorage(settings);
    }

    /** The one segment that every plane and buffer lies in. */
    public MemorySegment memory() {
        return memory;
    }

    /** The hard limit in bytes. */
    public long budgetBytes() {
        return settings.budgetBytes();
    }

    /**
     * Opens a scope with its whole reservation, at once or not at all.
     *
     * @throws StorageExhaustedException when the budget has no such room now
     */
    public synchronized StorageScope openScope(String name, long reservedBytes) {
        if (reserved + reservedBytes > settings.budgetBytes()) {
            throw new StorageExhaustedException(
                    "no memory for " + name + ": " + reservedBytes + " bytes wanted", reservedBytes, budgetBytes());
        }
        reserved += reservedBytes;
        return new StorageScope(this, name, reservedBytes);
    }

    /**
     * Opens a scope, waiting in first-come order until its whole reservation fits.
     *
     * @param deadlineNanos latest time, on {@link System#nanoTime}'s clock
     * @throws StorageExhaustedException when the deadline passes first
     */
    public StorageScope openScope(String name, long reservedBytes, long deadlineNanos) throws InterruptedException {
        while (true) {
            try {
                return openScope(name, reservedBytes);
            } catch (StorageExhaustedException e) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw e;
                }
                Thread.sleep(5);
            }
        }
    }

    /** The bytes that {@link StorageScope#allocateRows} charges for these planes. */
    public long bytesForRows(List<RowShape> shapes, boolean contiguous) {
        long sum = 0;
        for (RowShape shape : shapes) {
            sum += bytesFor((long) strideBytes(shape) * shape.rows() + 192);
        }
        return sum;
    }

    /** The bytes that {@link StorageScope#allocate} charges for a block of {@code bytes}. */
    public long bytesFor(long bytes) {
        return Math.ceilDiv(Math.max(bytes, 1), 4096) * 4096;
    }

    static int strideBytes(RowShape shape) {
        return Math.ceilDiv(shape.widthBytes() + 128, 64) * 64;
    }

    synchronized long take(long bytes) {
        for (Map.Entry<Long, Long> run : free.entrySet()) {
            if (run.getValue() >= bytes) {
                long offset = run.getKey();
                long length = run.getValue();
                free.remove(offset);
                if (length > bytes) {
                    free.put(offset + bytes, length - bytes);
                }
                used += bytes;
                return offset;
            }
        }
        throw new StorageExhaustedException("no free run of " + bytes + " bytes", bytes, budgetBytes());
    }

    synchronized void give(long offset, long bytes) {
        used -= bytes;
        Map.Entry<Long, Long> before = free.lowerEntry(offset);
        long start = offset;
        long length = bytes;
        if (before != null && before.getKey() + before.getValue() == offset) {
            start = before.getKey();
            length += before.getValue();
            free.remove(start);
        }
        Long after = free.remove(offset + bytes);
        free.put(start, length + (after == null ? 0 : after));
    }

    synchronized void unreserve(long bytes) {
        reserved -= bytes;
    }

    synchronized boolean tryReserve(long bytes) {
        if (reserved + bytes > settings.budgetBytes()) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    /** A consistent picture of what is in use. */
    public synchronized StorageStats stats() {
        return new StorageStats(settings.budgetBytes(), reserved, used);
    }

    /** Gives the address range back; every scope must have been closed. */
    @Override
    public void close() {
        arena.close();
    }
}
