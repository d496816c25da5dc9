package dev.quarry.storage;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The allocator that the storage's arenas are compared with: one lock, held while memory is taken from the C library, while
 * it is zeroed, and while it is given back, as Pillow's memory arena does it.
 */
final class LockedZeroingAllocator {

    private final SystemMalloc system = new SystemMalloc();
    private final int blocksMax;
    private final ArenaLock lock = new ArenaLock();

    // Guarded by the lock.
    private final List<MemorySegment> cached = new ArrayList<>();

    /** An allocator that keeps at most so many blocks. */
    LockedZeroingAllocator(int blocksMax) {
        this.blocksMax = blocksMax;
    }

    /** A block of at least {@code bytes}; the last one returned if it is large enough, else resized by a new one. */
    MemorySegment allocate(long bytes, boolean zeroed) {
        lock.acquire();
        try {
            MemorySegment block = cached.isEmpty() ? system.allocate(bytes) : fitted(cached.removeLast(), bytes);
            if (zeroed) {
                block.asSlice(0, bytes).fill((byte) 0);
            }
            return block;
        } finally {
            lock.release();
        }
    }

    private MemorySegment fitted(MemorySegment block, long bytes) {
        if (block.byteSize() >= bytes) {
            return block;
        }
        system.free(block);
        return system.allocate(bytes);
    }

    /** Takes a block back. */
    void release(MemorySegment block) {
        lock.acquire();
        try {
            if (cached.size() < blocksMax) {
                cached.add(block);
            } else {
                system.free(block);
            }
        } finally {
            lock.release();
        }
    }

    /** How the lock was fought for. */
    LockStats lockStats() {
        lock.acquire();
        try {
            return lock.stats();
        } finally {
            lock.release();
        }
    }

    /** Gives all cached blocks back. */
    void clear() {
        lock.acquire();
        try {
            cached.forEach(system::free);
            cached.clear();
        } finally {
            lock.release();
        }
    }
}
