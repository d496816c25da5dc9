package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A named share of the budget; every block that a request takes is charged to its scope. Safe for use by several threads
 * at once.
 */
public final class StorageScope implements AutoCloseable {

    /** A time for scopes whose allocations never wait. */
    static final long NO_PATIENCE = Long.MIN_VALUE;

    private static final int FIRST_SWEEP = 32;

    private final BlockStorage storage;
    private final String name;
    private final BlockArena home;
    private final long patienceUntilNanos;
    private final long openedNanos = System.nanoTime();
    private final Object lock = new Object();

    // Twice the bytes that no live lease is charged for, plus one once closed: whoever gives a lease back must know at
    // once
    // whether its bytes are the scope's again or nobody's.
    private final AtomicLong unusedAndClosed = new AtomicLong();

    // Written under the lock; only ever raised before, and lowered after, what is unused.
    private volatile long reserved;
    private volatile long peak;

    // Guarded by the lock. Leases that were released stay in the list until the next sweep.
    private final List<Lease> leases = new ArrayList<>();
    private int nextSweep = FIRST_SWEEP;
    private boolean closing;

    StorageScope(BlockStorage storage, String name, long reservedBytes, long patienceUntilNanos) {
        this.patienceUntilNanos = patienceUntilNanos;
        this.storage = storage;
        this.name = name;
        this.home = storage.arenas().nextHome();
        this.reserved = reservedBytes;
        this.unusedAndClosed.set(2 * reservedBytes);
    }

    /** The one segment that every offset refers to. */
    public MemorySegment memory() {
        return storage.memory();
    }

    /** The name given at opening. */
    public String name() {
        return name;
    }

    /** When it was opened, on {@link System#nanoTime}'s clock. */
    public long openedNanos() {
        return openedNanos;
    }

    /** Bytes that admission reserved, in whole pages. */
    public long reservedBytes() {
        return reserved;
    }

    /** Bytes of live blocks. */
    public long usedBytes() {
        long state = unusedAndClosed.get();
        return (state & 1) == 1 ? 0 : reserved - (state >> 1);
    }

    /** The largest {@link #usedBytes} so far. */
    public long peakBytes() {
        return peak;
    }

    /** Whether it was closed. */
    boolean isClosed() {
        return (unusedAndClosed.get() & 1) == 1;
    }

    /** Bytes of the reservation that no live block is charged for. */
    long unusedBytes() {
        return unusedAndClosed.get() >> 1;
    }

    BlockStorage storage() {
        return storage;
    }

    BlockArena home() {
        return home;
    }

    /** Asks for {@code bytes} more, without waiting; false when the budget has no room. */
    public boolean tryTopUp(long bytes) {
        long more = SizeClasses.wholePages(bytes);
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size " + bytes);
        }
        if (!storage.reservations().tryTopUp(more)) {
            return false;
        }
        synchronized (lock) {
            if (!closing) {
                reserved += more;
                unusedAndClosed.getAndAdd(2 * more);
                return true;
            }
        }
        storage.reservations().release(more);
        throw closed();
    }

    /**
     * A new scope that takes {@code bytes} of this one's unused reservation with it, to be closed on its own.
     *
     * @throws StorageExhaustedException when less is unused
     */
    public StorageScope split(String newName, long bytes) {
        long part = SizeClasses.wholePages(bytes);
        synchronized (lock) {
            requireOpen();
            if (bytes < 0 || !tryTakeUnused(part)) {
                throw exhausted(bytes);
            }
            reserved -= part;
        }
        return storage.enter(newName, part, patienceUntilNanos);
    }

    /**
     * One contiguous block of at least {@code bytes}, its content undefined.
     *
     * @throws StorageExhaustedException when the scope's reservation has no such room
     */
    public Block allocate(long bytes) {
        long size = storage.bytesFor(bytes);
        Block block = tryAllocate(bytes, size);
        if (block == null) {
            block = await(size + " bytes in a row", () -> tryAllocate(bytes, size));
        }
        if (block == null) {
            throw storage.exhausted("no run of " + size + " free bytes for " + name, size);
        }
        return block;
    }

    private @Nullable Block tryAllocate(long bytes, long size) {
        if (!tryCharge(size)) {
            throw exhausted(size);
        }
        return take(storage.withGuards(bytes));
    }

    /**
     * What an attempt makes that found no free run long enough, tried again in first-come order whenever memory comes back;
     * null when that did not help until the deadline that the scope was opened with, or when no other scope holds anything.
     */
    <T> @Nullable T await(String what, Supplier<@Nullable T> attempt) {
        AtomicReference<@Nullable T> made = new AtomicReference<>();
        if (patienceUntilNanos != NO_PATIENCE && othersUseMemory()) {
            try {
                storage.arenas().runs().await(what, patienceUntilNanos, () -> {
                    made.set(attempt.get());
                    return made.get() != null || !othersUseMemory();
                });
            } catch (InterruptedException e) {
                // The caller's failure says that there was no memory; whoever interrupted it finds the mark.
                Thread.currentThread().interrupt();
            }
        }
        return made.get();
    }

    private boolean othersUseMemory() {
        return storage.ledger().usedBytes() > usedBytes();
    }

    /**
     * The rows of some planes, their content undefined; small planes share a block, large ones lie in a chain of blocks.
     *
     * @param contiguous whether each plane must be one piece with equal distances between rows
     * @throws StorageExhaustedException when the scope's reservation has no such room
     */
    public RowLease allocateRows(List<RowShape> shapes, boolean contiguous) {
        return new RowAllocation(this, shapes, contiguous).allocate();
    }

    /** An empty buffer that may grow to {@code maxBytes}; it draws from the scope as it grows. */
    public GrowingBuffer growingBuffer(long maxBytes) {
        return growingBuffer(maxBytes, 0);
    }

    /**
     * An empty buffer that may grow to {@code maxBytes} and will most likely hold {@code expectedBytes}: it takes these at
     * once, when the scope has them, from the pages that earlier requests left.
     */
    public GrowingBuffer growingBuffer(long maxBytes, long expectedBytes) {
        GrowingBuffer buffer = new GrowingBuffer(this, maxBytes, expectedBytes);
        register(buffer);
        return buffer;
    }

    /** Takes a block, its guards included, that has been charged already; null, and the charge is gone, when there is no memory for it. */
    @Nullable
    Block take(long bytes) {
        Block block = takeUnlisted(bytes);
        if (block != null) {
            boolean listed = false;
            try {
                register(storage.watch().isOn() ? block.twin() : block);
                listed = true;
            } finally {
                if (!listed) {
                    block.close();
                }
            }
        }
        return block;
    }

    /** As {@link #take}, for a lease that is listed itself. */
    @Nullable
    Block takeUnlisted(long bytes) {
        Frame frame = null;
        try {
            frame = storage.arenas().take(home, bytes);
        } finally {
            if (frame == null) {
                uncharge(SizeClasses.roundUp(bytes));
            }
        }
        if (frame == null) {
            return null;
        }
        BlockWatch watch = storage.watch();
        return watch.isOn() ? watch.issue(this, frame) : new Block(this, frame);
    }

    private void register(Lease lease) {
        synchronized (lock) {
            requireOpen();
            while (!leases.isEmpty() && !leases.getLast().isLive()) {
                leases.removeLast();
            }
            if (leases.size() >= nextSweep) {
                leases.removeIf(old -> !old.isLive());
                nextSweep = Math.max(FIRST_SWEEP, leases.size() * 2);
            }
            leases.add(lease);
        }
    }

    /** Charges {@code bytes}, in whole pages, to the reservation; false when it has no such room. */
    boolean tryCharge(long bytes) {
        if (storage.watch().isGuarding()) {
            storage.watch().allocating(this);
        }
        if (!tryTakeUnused(bytes)) {
            return false;
        }
        // Others may release meanwhile, so this may be more than was held at any instant, but never less.
        long used = usedBytes();
        if (used > peak) {
            synchronized (lock) {
                peak = Math.max(peak, used);
            }
        }
        return true;
    }

    private boolean tryTakeUnused(long bytes) {
        while (true) {
            long state = unusedAndClosed.get();
            if ((state & 1) == 1) {
                throw closed();
            }
            if (bytes > state >> 1) {
                return false;
            }
            if (unusedAndClosed.compareAndSet(state, state - 2 * bytes)) {
                return true;
            }
        }
    }

    /** Charges {@code bytes}, topping the reservation up by what is missing. */
    boolean tryChargeOrTopUp(long bytes) {
        while (!tryCharge(bytes)) {
            long missing = bytes - (unusedAndClosed.get() >> 1);
            if (missing > 0 && !tryTopUp(missing)) {
                return false;
            }
        }
        return true;
    }

    /** Ends a charge, from any thread, without waiting. */
    void uncharge(long bytes) {
        long before = unusedAndClosed.getAndAdd(2 * bytes);
        if ((before & 1) == 1) {
            storage.reservations().release(bytes);
        }
    }

    /** Counts a failure and says that the reservation has no room. */
    StorageExhaustedException exhausted(long wantedBytes) {
        storage.countFailure();
        long limit = reservedBytes();
        return new StorageExhaustedException(
                "scope " + name + " reserved " + limit + " bytes, uses " + usedBytes() + " and wants " + wantedBytes,
                wantedBytes,
                limit);
    }

    private void requireOpen() {
        if (closing) {
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException("scope " + name + " is closed");
    }

    /** Returns every block that is still live, counting it as leaked, and the reservation; a second call changes nothing. */
    @Override
    public void close() {
        close(Kind.SCOPE_CLOSE);
    }

    /** As {@link #close()}; what is still live is a leak of that kind. */
    void close(Kind leak) {
        List<Lease> left;
        synchronized (lock) {
            if (closing) {
                return;
            }
            closing = true;
            left = List.copyOf(leases);
            leases.clear();
        }
        LeakReport leaks = new LeakReport(this, leak);
        left.forEach(leaks::end);
        // What another thread is just releasing is given back by that thread.
        long rest = unusedAndClosed.getAndUpdate(state -> state | 1) >> 1;
        reserved = 0;
        storage.leave(this, rest);
        leaks.report();
    }

    @Override
    public String toString() {
        return "StorageScope[" + name + ", reserved " + reservedBytes() + ", used " + usedBytes() + "]";
    }
}
