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

    private static final long LARGEST_STEP_BYTES = 1 << 20;

    private final StorageScope scope;
    private final long maxBytes;
    private final long expectedBytes;
    private final BlockWatch watch;
    private final @Nullable BlockTrace trace;
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
        this.watch = scope.storage().watch();
        this.trace = watch.isOn() ? watch.trace(scope) : null;
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

    private long slotBytes() {
        return scope.storage().withGuards(maxBytes);
    }

    /** The part of the slot that holds memory: the capacity and its guards. */
    private long committed() {
        return capacity == 0 ? 0 : scope.storage().withGuards(capacity);
    }

    private void refuseIfLate() {
        if (released && watch.isGuarding()) {
            watch.report(fault(Kind.USE_AFTER_RELEASE, "when " + BlockTrace.nameOfThread() + " used it"));
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
        if (expectedBytes < wanted || !scope.tryCharge(scope.storage().bytesFor(expectedBytes))) {
            return false;
        }
        Block taken = scope.takeUnlisted(scope.storage().withGuards(expectedBytes));
        if (taken != null) {
            settleIn(taken);
        }
        return taken != null;
    }

    private void claimSlot(long wanted) {
        GrowingSlots slots = scope.storage().slots();
        GrowingSlots.Slot claimed = slots.take(slotBytes());
        long warm = 0;
        while (claimed != null && claimed.warmBytes() > 0) {
            warm = chargeWarm(claimed, wanted);
            if (slots.use(claimed, warm)) {
                break;
            }
            scope.uncharge(warm);
            warm = 0;
            claimed = slots.take(slotBytes());
        }
        synchronized (lock) {
            if (!released) {
                slot = claimed;
                capacity = warm;
                return;
            }
        }
        if (claimed != null) {
            slots.giveBack(claimed, warm);
            scope.uncharge(warm);
        }
        requireOpen();
    }

    /** Charges the scope for pages that are there already: as many as it may need, but not so many that others starve. */
    private long chargeWarm(GrowingSlots.Slot warm, long wanted) {
        long half = scope.unusedBytes() / 2 / SizeClasses.PAGE_BYTES * SizeClasses.PAGE_BYTES;
        long bytes = Math.min(warm.warmBytes(), Math.max(half, SizeClasses.wholePages(wanted)));
        boolean open = false;
        try {
            long charged = scope.tryCharge(bytes) ? bytes : 0;
            open = true;
            return charged;
        } finally {
            if (!open) {
                scope.storage().slots().putBack(warm);
            }
        }
    }

    /** Uses more of the slot: twice as much, but at most a large step more than needed; if need be only what is needed. */
    private void extend(long wanted) {
        long committed = committed();
        long needed = SizeClasses.wholePages(scope.storage().withGuards(wanted));
        long step = Math.min(committed, LARGEST_STEP_BYTES);
        long ample = Math.min(SizeClasses.wholePages(slotBytes()), Math.max(needed, committed + step));
        if (scope.tryCharge(ample - committed)) {
            extendTo(ample);
        } else if (scope.tryChargeOrTopUp(needed - committed)) {
            extendTo(needed);
        } else {
            throw scope.exhausted(needed - committed);
        }
    }

    private void extendTo(long newCommitted) {
        long more = newCommitted - committed();
        BlockStorage storage = scope.storage();
        if (storage.arenas().charge(scope.home(), more)) {
            StorageFault fault = null;
            boolean extended = false;
            synchronized (lock) {
                if (!released && storage.slots().extend(slotOffset() + committed(), more)) {
                    fault = guardFault("it grew");
                    long before = usable();
                    capacity = newCommitted - 2L * watch.guardBytes();
                    mark(before);
                    extended = true;
                }
            }
            watch.report(fault);
            if (extended) {
                return;
            }
            storage.ledger().unuse(more);
        }
        scope.uncharge(more);
        requireOpen();
        throw scope.storage().exhausted("the system refused " + more + " bytes for " + scope.name(), more);
    }

    /** Marks what was added, and puts the guard after it. */
    private void mark(long usableBefore) {
        if (!watch.isGuarding()) {
            return;
        }
        GuardedMemory memory = watch.memory();
        if (usableBefore == 0) {
            memory.arm(extent());
        } else {
            memory.freshen(start() + usableBefore, usable() - usableBefore);
            memory.armEnd(extent());
        }
    }

    private GuardedMemory.Extent extent() {
        return new GuardedMemory.Extent(slotOffset(), committed(), usable());
    }

    private @Nullable StorageFault guardFault(String moment) {
        if (!watch.isGuarding() || block != null || capacity == 0) {
            return null;
        }
        boolean before = watch.memory().damageBefore(extent()) >= 0;
        if (!before && watch.memory().damageAfter(extent()) < 0) {
            return null;
        }
        Kind kind = before ? Kind.WRITE_BEFORE_BLOCK : Kind.WRITE_AFTER_BLOCK;
        return fault(kind, "when " + moment + ", by " + BlockTrace.nameOfThread());
    }

    private StorageFault fault(Kind kind, String found) {
        return watch.scene().fault(kind, found, subject());
    }

    private StorageFault.Subject subject() {
        boolean inSlot = capacity > 0 && block == null;
        boolean guarded = inSlot && watch.isGuarding();
        GuardedMemory memory = watch.memory();
        return new StorageFault.Subject(
                "growing buffer of at most " + maxBytes + " bytes",
                inSlot || block == null ? slotOffset() : block.frame().offset(),
                inSlot ? committed() : capacity,
                length,
                trace == null ? -1 : trace.serial(),
                1,
                released ? "RELEASED" : "LIVE",
                scope.name(),
                guarded ? memory.before(extent()) : null,
                guarded ? memory.after(extent()) : null,
                released ? "" : memory.first(start(), length),
                released ? "" : memory.last(start(), length),
                trace == null ? null : trace.allocated(),
                trace == null ? null : trace.released());
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
        BlockStorage storage = scope.storage();
        if (scope.tryCharge(storage.bytesFor(ample))) {
            taken = scope.takeUnlisted(storage.withGuards(ample));
        }
        if (taken == null && scope.tryChargeOrTopUp(storage.bytesFor(needed))) {
            taken = scope.takeUnlisted(storage.withGuards(needed));
        }
        if (taken == null) {
            throw scope.exhausted(storage.bytesFor(needed));
        }
        return taken;
    }

    /** Gives the memory back; a second call changes nothing, and is a fault in debug levels from guard on. */
    @Override
    public void close() {
        if (!release() && watch.isGuarding()) {
            watch.report(fault(Kind.DOUBLE_RELEASE, "when " + BlockTrace.nameOfThread() + " released it"));
        }
    }

    @Override
    boolean isLive() {
        return !released;
    }

    @Override
    @Nullable
    StorageFault leak(Kind kind) {
        if (trace == null) {
            return null;
        }
        synchronized (lock) {
            return fault(kind, "when " + BlockTrace.nameOfThread() + " closed it");
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
            fault = guardFault("it was released");
            released = true;
            usedSlot = committed();
            length = 0;
            capacity = 0;
        }
        if (trace != null) {
            trace.release(watch.isParanoid());
        }
        // Nobody changes these any more.
        if (block != null) {
            block.close();
        } else if (slot != null) {
            scope.storage().slots().giveBack(slot, usedSlot);
            scope.uncharge(usedSlot);
            scope.storage().arenas().runs().wakeFirst();
        }
        watch.report(fault);
        return true;
    }
}
