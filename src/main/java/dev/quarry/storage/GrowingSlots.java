package dev.quarry.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The address ranges that growing buffers fill from their start, and those that were given up with their pages still there:
 * the next buffer of that size finds them warm. Idle ones are charged as cached, age, and make way like idle blocks. The lock
 * is held for a few instructions only.
 */
final class GrowingSlots {

    private static final int MOST_IDLE = 256;

    private final SystemMemory memory;
    private final PageSource pages;
    private final MemoryLedger ledger;
    private final BlockWatch watch;
    private final long cacheMaxBytes;
    private final boolean keeps;
    private final LongAdder usedBytes = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock; the newest is the last.
    private final ArrayDeque<Slot> idle = new ArrayDeque<>();
    private long idleBytes;
    private int epoch;

    GrowingSlots(
            StorageSettings settings, SystemMemory memory, PageSource pages, MemoryLedger ledger, BlockWatch watch) {
        this.memory = memory;
        this.pages = pages;
        this.ledger = ledger;
        this.watch = watch;
        this.cacheMaxBytes = settings.cacheMaxBytes();
        this.keeps = !settings.decay().isZero();
    }

    /**
     * A range of addresses.
     *
     * @param offset where it starts
     * @param bytes its size, that of a size class
     * @param warmBytes how many of its first bytes are usable, and charged as cached
     * @param epoch when it became idle
     */
    record Slot(long offset, long bytes, long warmBytes, int epoch) {}

    /** What buffers use. */
    long usedBytes() {
        return usedBytes.sum();
    }

    /** What idle slots keep. */
    long idleBytes() {
        lock.lock();
        try {
            return idleBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the current thread holds the lock, as it must not while it calls the system. */
    boolean isLockHeld() {
        return lock.isHeldByCurrentThread();
    }

    /** Addresses for at most {@code bytes}; null when they are too dear for that. */
    @Nullable
    Slot take(long bytes) {
        if (!memory.hasSpareAddresses() || bytes > memory.segment().byteSize() / 2) {
            return null;
        }
        long size = SizeClasses.roundUp(bytes);
        Slot warm = takeIdle(size);
        if (warm != null) {
            return warm;
        }
        Slot fresh = takeFresh(size);
        if (fresh == null && purge(Long.MAX_VALUE) > 0) {
            fresh = takeFresh(size);
        }
        return fresh;
    }

    private @Nullable Slot takeFresh(long size) {
        AddressSpace addresses = pages.addresses();
        // Blocks of the whole budget must find addresses, however scattered the slots are.
        boolean spare = addresses.freeBytes() - size >= memory.segment().byteSize() / 2;
        long offset = spare ? addresses.allocate(size) : -1;
        return offset < 0 ? null : new Slot(offset, size, 0, 0);
    }

    private @Nullable Slot takeIdle(long size) {
        lock.lock();
        try {
            for (Iterator<Slot> newest = idle.descendingIterator(); newest.hasNext(); ) {
                Slot slot = newest.next();
                if (slot.bytes == size) {
                    newest.remove();
                    idleBytes -= slot.warmBytes;
                    return slot;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the first {@code bytes} of a slot's warm part used ones, and gives the rest of that part back; false, and the slot
     * is lost, when the system refuses that.
     */
    boolean use(Slot slot, long bytes) {
        long rest = slot.warmBytes - bytes;
        if (rest > 0 && !pages.tryGiveBackPages(slot.offset + bytes, rest)) {
            discard(slot);
            return false;
        }
        ledger.reuse(bytes);
        usedBytes.add(bytes);
        return true;
    }

    /** Makes a further part of a slot usable that has been charged; false when the system refuses. */
    boolean extend(long offset, long bytes) {
        if (!pages.commit(offset, bytes)) {
            return false;
        }
        usedBytes.add(bytes);
        return true;
    }

    /** Takes a slot back as it was taken. */
    void putBack(Slot slot) {
        keep(slot, slot.warmBytes);
    }

    /** Takes a slot back, of which the first {@code used} bytes were used. */
    void giveBack(Slot slot, long used) {
        usedBytes.add(-used);
        if (used > 0 && keeps && ledger.tryKeep(used, cacheMaxBytes)) {
            if (watch.isGuarding()) {
                watch.memory().disarm(slot.offset, used);
            }
            keep(slot, used);
            return;
        }
        if (used > 0) {
            pages.giveBackUsed(slot.offset, used);
        }
        if (used < slot.bytes) {
            pages.addresses().free(slot.offset + used, slot.bytes - used);
        }
    }

    private void keep(Slot slot, long used) {
        Slot evicted = null;
        lock.lock();
        try {
            idle.addLast(new Slot(slot.offset, slot.bytes, used, epoch));
            idleBytes += used;
            if (idle.size() > MOST_IDLE) {
                evicted = removeOldest();
            }
        } finally {
            lock.unlock();
        }
        if (evicted != null) {
            discard(evicted);
        }
    }

    private Slot removeOldest() {
        Slot oldest = idle.removeFirst();
        idleBytes -= oldest.warmBytes;
        return oldest;
    }

    /** The report of a write into a warm slot that nobody holds; null when there was none, or it is not looked for. */
    @Nullable
    StorageFault damage(Slot slot, String moment) {
        return watch.isGuarding() ? watch.releasedFault(slot, moment) : null;
    }

    private void discard(Slot slot) {
        StorageFault fault = damage(slot, "its memory went back to the system");
        if (fault != null) {
            // Whoever discards it has nothing to do with that.
            watch.reporter().note(fault);
        }
        pages.giveBackIdle(slot.offset, slot.warmBytes);
        if (slot.warmBytes < slot.bytes) {
            pages.addresses().free(slot.offset + slot.warmBytes, slot.bytes - slot.warmBytes);
        }
    }

    /** Gives idle slots back, the oldest first, until {@code bytes} are found or none is left; says how many bytes. */
    long purge(long bytes) {
        List<Slot> out = new ArrayList<>();
        long found = 0;
        lock.lock();
        try {
            while (found < bytes && !idle.isEmpty()) {
                Slot slot = removeOldest();
                found += slot.warmBytes;
                out.add(slot);
            }
        } finally {
            lock.unlock();
        }
        out.forEach(this::discard);
        return found;
    }

    /** Lets a step of the decay pass: slots that were idle for all of them go back. */
    void age() {
        List<Slot> out = new ArrayList<>();
        lock.lock();
        try {
            epoch++;
            while (!idle.isEmpty() && epoch - idle.getFirst().epoch >= IdleFrames.DECAY_STEPS) {
                out.add(removeOldest());
            }
        } finally {
            lock.unlock();
        }
        out.forEach(this::discard);
    }
}
