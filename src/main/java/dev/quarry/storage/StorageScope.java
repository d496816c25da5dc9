package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final BlockStorage storage;
    private final String name;
    private final BlockArena home;
    private final long patienceUntilNanos;
    private final long openedNanos = System.nanoTime();
    private final ScopeAccount account;
    private final LeaseList leases = new LeaseList();
    private final AtomicBoolean closing = new AtomicBoolean();

    StorageScope(BlockStorage storage, String name, long reservedBytes, long patienceUntilNanos) {
        this.patienceUntilNanos = patienceUntilNanos;
        this.storage = storage;
        this.name = name;
        this.home = storage.arenas().nextHome();
        this.account = new ScopeAccount(reservedBytes);
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
        return account.reservedBytes();
    }

    /** Bytes of live blocks. */
    public long usedBytes() {
        return account.usedBytes();
    }

    /** The largest {@link #usedBytes} so far. */
    public long peakBytes() {
        return account.peakBytes();
    }

    /** Whether it was closed. */
    boolean isClosed() {
        return account.isClosed();
    }

    /** Bytes of the reservation that no live block is charged for. */
    long unusedBytes() {
        return account.unusedBytes();
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
        if (account.tryTopUp(more)) {
            return true;
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
        if (bytes < 0 || !account.trySplit(part)) {
            throw account.isClosed() ? closed() : exhausted(bytes);
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

    /**
     * As {@link #allocate}, every byte 0. Pages that come fresh from the system are so without being touched; a block that was
     * used before is filled.
     */
    public Block allocateZeroed(long bytes) {
        Block block = allocate(bytes);
        block.zero();
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
                // Its handle can be found to be garbage only when the scope has another.
                register(block.trace() != null ? block.twin() : block);
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
        if (!leases.add(lease)) {
            throw closed();
        }
    }

    /** Charges {@code bytes}, in whole pages, to the reservation; false when it has no such room. */
    boolean tryCharge(long bytes) {
        if (storage.watch().isGuarding()) {
            storage.watch().allocating(this);
        }
        boolean charged = account.tryCharge(bytes);
        if (!charged && account.isClosed()) {
            throw closed();
        }
        return charged;
    }

    /** Charges {@code bytes}, topping the reservation up by what is missing. */
    boolean tryChargeOrTopUp(long bytes) {
        while (!tryCharge(bytes)) {
            long missing = bytes - account.unusedBytes();
            if (missing > 0 && !tryTopUp(missing)) {
                return false;
            }
        }
        return true;
    }

    /** Ends a charge, from any thread, without waiting. */
    void uncharge(long bytes) {
        if (!account.uncharge(bytes)) {
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
        if (closing.getAndSet(true)) {
            return;
        }
        LeakReport leaks = new LeakReport(this, leak);
        leases.close().forEach(leaks::end);
        // What another thread is just releasing is given back by that thread.
        storage.leave(this, account.close());
        leaks.report();
    }

    @Override
    public String toString() {
        return "StorageScope[" + name + ", reserved " + reservedBytes() + ", used " + usedBytes() + "]";
    }
}
