package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
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

    private final StorageScope scope;
    private final long maxBytes;
    private final long expectedBytes;
    private final BufferSource source;
    private final BufferWatch watch;
    private final Object lock = new Object();

    // Changed under the lock, which is held for no work: the scope may be closed while the buffer grows.
    private volatile boolean released;

    // Either a slot of addresses or a block, from the first byte on.
    private GrowingSlots.@Nullable Slot slot;
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
        this.source = new BufferSource(scope, maxBytes);
        this.watch = new BufferWatch(scope, maxBytes);
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
        refuseIfLate();
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
        refuseIfLate();
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
        refuseIfLate();
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
        refuseIfLate();
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
        return block == null ? slotOffset() + watch.guardBytes() : block.offset();
    }

    private long slotOffset() {
        return slot == null ? 0 : slot.offset();
    }

    /** The part of the slot that holds memory: the capacity and its guards. */
    private long committed() {
        return capacity == 0 ? 0 : scope.storage().withGuards(capacity);
    }

    private BufferWatch.Place place() {
        boolean inSlot = capacity > 0 && block == null;
        return new BufferWatch.Place(
                block == null ? slotOffset() : block.frame().offset(),
                inSlot ? committed() : capacity,
                released ? 0 : start(),
                usable(),
                length,
                inSlot && watch.isGuarding(),
                !released);
    }

    private void refuseIfLate() {
        if (released && watch.isGuarding()) {
            watch.usedLate(place());
        }
    }

    private void requireOpen() {
        if (released) {
            throw new IllegalStateException("a buffer of scope " + scope.name() + " is closed");
        }
    }

    private void grow(long wanted) {
        if (capacity == 0 && block == null && slot == null) {
            if (takeExpected(wanted)) {
                return;
            }
            claimSlot(wanted);
        }
        if (slot != null) {
            if (wanted > capacity) {
                extend(wanted);
            }
        } else {
            move(wanted);
        }
    }

    /** Takes a block of the foretold length, whose pages a cache may still hold; false where a slot is better. */
    private boolean takeExpected(long wanted) {
        Block taken = expectedBytes < wanted ? null : source.block(expectedBytes);
        if (taken != null) {
            settleIn(taken);
        }
        return taken != null;
    }

    private void claimSlot(long wanted) {
        BufferSource.Claim claim = source.slot(wanted);
        if (claim == null) {
            return;
        }
        boolean settled = false;
        synchronized (lock) {
            if (!released) {
                slot = claim.slot();
                raise(claim.bytes());
                settled = true;
            }
        }
        if (!settled) {
            source.giveBack(claim.slot(), claim.bytes());
        }
        watch.report(claim.fault());
        requireOpen();
    }

    private void extend(long wanted) {
        long committed = committed();
        long more = source.chargeMore(committed, wanted);
        if (!source.chargeStorage(more)) {
            scope.uncharge(more);
            requireOpen();
            throw refused(more);
        }
        StorageFault fault = null;
        boolean extended = false;
        synchronized (lock) {
            if (!released && source.commit(slotOffset() + committed, more)) {
                fault = watch.damage(place(), "it grew");
                raise(committed + more);
                extended = true;
            }
        }
        watch.report(fault);
        if (!extended) {
            source.unchargeAll(more);
            requireOpen();
            throw refused(more);
        }
    }

    /** Uses the first {@code committed} bytes of the slot from now on, guards included. Lock held. */
    private void raise(long committed) {
        if (committed > 0) {
            long before = usable();
            capacity = committed - 2L * watch.guardBytes();
            watch.mark(place(), before);
        }
    }

    private StorageExhaustedException refused(long more) {
        return scope.storage().exhausted("the system refused " + more + " bytes for " + scope.name(), more);
    }

    /** Moves to a block of twice the size; if need be only of the size that is needed. */
    private void move(long wanted) {
        Block larger = source.block(Math.min(maxBytes, Math.max(wanted, length * 2)), wanted);
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

    /** Gives the memory back; a second call changes nothing, and is a fault in debug levels from guard on. */
    @Override
    public void close() {
        if (!release() && watch.isGuarding()) {
            watch.releasedTwice(place());
        }
    }

    @Override
    boolean isLive() {
        return !released;
    }

    @Override
    @Nullable
    StorageFault leak(Kind kind) {
        synchronized (lock) {
            return watch.leak(kind, place());
        }
    }

    @Override
    boolean isLost() {
        return false;
    }

    @Override
    boolean release() {
        long usedSlot;
        StorageFault fault;
        synchronized (lock) {
            if (released) {
                return false;
            }
            fault = watch.damage(place(), "it was released");
            released = true;
            usedSlot = committed();
            length = 0;
            capacity = 0;
        }
        watch.release();
        // Nobody changes these any more.
        if (block != null) {
            block.close();
        } else if (slot != null) {
            source.giveBack(slot, usedSlot);
            scope.storage().arenas().runs().wakeFirst();
        }
        watch.report(fault);
        return true;
    }
}
