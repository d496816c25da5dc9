package dev.quarry.storage;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a length that is not known beforehand, contiguous at every moment: an upload, an encoder's output.
 *
 * <p>Where addresses are free, it holds as many as it may ever need and is charged for what it fills; else, and where its
 * length was foretold, it lies in a block, moves to a larger one when it must, and a segment taken before is not to be used
 * afterwards.
 *
 * <p>Not safe for use by two threads at once, but its scope may be closed by any.
 */
public final class GrowingBuffer extends Lease implements AutoCloseable {

    private static final long LARGEST_STEP_BYTES = 1 << 20;

    private final StorageScope scope;
    private final long maxBytes;
    private final long expectedBytes;
    private final Object lock = new Object();

    // Changed under the lock, which is held for no work: the scope may be closed while the buffer grows.
    private volatile boolean released;

    // Either a slot of addresses or a block, from the first byte on.
    private long slot = -1;
    private @Nullable Block block;
    private long capacity;
    private long length;

    GrowingBuffer(StorageScope scope, long maxBytes, long expectedBytes) {
        if (maxBytes < 0 || expectedBytes < 0) {
            throw new IllegalArgumentException("negative size " + maxBytes + " or " + expectedBytes);
        }
        this.scope = scope;
        this.maxBytes = maxBytes;
        this.expectedBytes = Math.min(expectedBytes, maxBytes);
    }

    /** Bytes written. */
    public long length() {
        synchronized (lock) {
            return length;
        }
    }

    /** The most it may hold. */
    public long maxBytes() {
        return maxBytes;
    }

    /** The written bytes. */
    public MemorySegment bytes() {
        synchronized (lock) {
            return length == 0 ? MemorySegment.NULL : scope.memory().asSlice(start(), length);
        }
    }

    /**
     * Room for at least {@code count} more bytes after those written; call {@link #advance} for what was filled.
     *
     * @throws StorageExhaustedException when the scope or {@link #maxBytes} has no such room
     */
    public MemorySegment room(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("negative size " + count);
        }
        requireOpen();
        if (count > maxBytes - length) {
            throw new StorageExhaustedException(
                    "buffer of " + maxBytes + " bytes is full", Math.addExact(length, count), maxBytes);
        }
        if (length + count > capacity) {
            grow(length + count);
        }
        synchronized (lock) {
            requireOpen();
            return capacity == 0 ? MemorySegment.NULL : scope.memory().asSlice(start() + length, usable() - length);
        }
    }

    /** Counts {@code count} bytes of the last {@link #room} as written. */
    public void advance(long count) {
        synchronized (lock) {
            requireOpen();
            if (count < 0 || count > usable() - length) {
                throw new IllegalArgumentException("cannot advance " + length + " by " + count + " of " + usable());
            }
            length += count;
        }
    }

    /** Appends a copy of {@code source}'s bytes. */
    public void append(MemorySegment source) {
        room(source.byteSize()).copyFrom(source);
        advance(source.byteSize());
    }

    /** Forgets all bytes after the first {@code newLength}. */
    public void truncate(long newLength) {
        synchronized (lock) {
            if (newLength < 0 || newLength > length) {
                throw new IllegalArgumentException("cannot truncate " + length + " bytes to " + newLength);
            }
            length = newLength;
        }
    }

    private long usable() {
        return Math.min(capacity, maxBytes);
    }

    private long start() {
        return block == null ? slot : block.offset();
    }

    private void requireOpen() {
        if (released) {
            throw new IllegalStateException("a buffer of scope " + scope.name() + " is closed");
        }
    }

    private void grow(long wanted) {
        if (capacity == 0 && block == null && slot < 0) {
            if (takeExpected(wanted)) {
                return;
            }
            claimSlot();
        }
        if (slot >= 0) {
            extend(wanted);
        } else {
            move(wanted);
        }
    }

    /** Takes a block of the foretold length, whose pages a cache may still hold; false where a slot is better. */
    private boolean takeExpected(long wanted) {
        if (expectedBytes < wanted || !scope.tryCharge(SizeClasses.roundUp(expectedBytes))) {
            return false;
        }
        Block taken = scope.takeUnlisted(expectedBytes);
        if (taken != null) {
            settleIn(taken);
        }
        return taken != null;
    }

    private void claimSlot() {
        long claimed = scope.storage().takeSlot(maxBytes);
        synchronized (lock) {
            if (!released) {
                slot = claimed;
                return;
            }
        }
        if (claimed >= 0) {
            scope.storage().giveSlotBack(claimed, maxBytes, 0);
        }
        requireOpen();
    }

    /** Uses more of the slot: twice as much, but at most a large step more than needed; if need be only what is needed. */
    private void extend(long wanted) {
        long needed = SizeClasses.wholePages(wanted);
        long step = Math.min(capacity, LARGEST_STEP_BYTES);
        long ample = Math.min(SizeClasses.wholePages(maxBytes), Math.max(needed, capacity + step));
        if (scope.tryCharge(ample - capacity)) {
            extendTo(ample);
        } else if (scope.tryChargeOrTopUp(needed - capacity)) {
            extendTo(needed);
        } else {
            throw scope.exhausted(needed - capacity);
        }
    }

    private void extendTo(long newCapacity) {
        long more = newCapacity - capacity;
        BlockStorage storage = scope.storage();
        if (storage.arenas().charge(scope.home(), more)) {
            synchronized (lock) {
                if (!released && storage.extendSlot(slot + capacity, more)) {
                    capacity = newCapacity;
                    return;
                }
            }
            storage.ledger().unuse(more);
        }
        scope.uncharge(more);
        requireOpen();
        throw scope.storage().exhausted("the system refused " + more + " bytes for " + scope.name(), more);
    }

    /** Moves to a block of twice the size; if need be only of the size that is needed. */
    private void move(long wanted) {
        Block larger = takeBlock(Math.min(maxBytes, Math.max(wanted, length * 2)), wanted);
        Block smaller = block;
        if (smaller != null) {
            MemorySegment memory = scope.memory();
            MemorySegment.copy(memory, smaller.offset(), memory, larger.offset(), length);
            larger.countReallocation();
        }
        settleIn(larger);
    }

    /** Lies in {@code next} from now on; the block before it goes back. */
    private void settleIn(Block next) {
        Block unused = next;
        synchronized (lock) {
            if (!released) {
                unused = block;
                block = next;
                capacity = next.bytes();
            }
        }
        if (unused != null) {
            unused.close();
        }
        requireOpen();
    }

    private Block takeBlock(long ample, long needed) {
        Block taken = null;
        if (scope.tryCharge(SizeClasses.roundUp(ample))) {
            taken = scope.takeUnlisted(ample);
        }
        if (taken == null && scope.tryChargeOrTopUp(SizeClasses.roundUp(needed))) {
            taken = scope.takeUnlisted(needed);
        }
        if (taken == null) {
            throw scope.exhausted(SizeClasses.roundUp(needed));
        }
        return taken;
    }

    /** Gives the memory back; a second call changes nothing. */
    @Override
    public void close() {
        release();
    }

    @Override
    boolean isLive() {
        return !released;
    }

    @Override
    boolean release() {
        long usedSlot;
        synchronized (lock) {
            if (released) {
                return false;
            }
            released = true;
            usedSlot = capacity;
            length = 0;
            capacity = 0;
        }
        // Nobody changes these any more.
        if (block != null) {
            block.close();
        } else if (slot >= 0) {
            scope.storage().giveSlotBack(slot, maxBytes, usedSlot);
            scope.uncharge(usedSlot);
        }
        return true;
    }
}
