package dev.quarry.storage;

import dev.quarry.storage.StorageSettings.Provider;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The storage: one address range, its arenas, its ledger. Safe for use by several threads at once. */
public final class BlockStorage implements AutoCloseable {

    private final StorageSettings settings;
    private final SystemMemory memory;
    private final String providerReason;
    private final PageSource pages;
    private final BlockWatch watch;
    private final MemoryLedger ledger;
    private final ArenaGroup arenas;
    private final Reservations reservations;
    private final GrowingSlots slots;
    private final ScopeRegistry scopes = new ScopeRegistry();
    private final LongAdder failures = new LongAdder();
    private volatile @Nullable StorageStats baseline;
    private final @Nullable DecayTimer decay;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A storage in {@code memory}, of at least the budget's size. */
    BlockStorage(StorageSettings settings, SystemMemory memory, String providerReason) {
        this.settings = settings;
        this.memory = memory;
        this.providerReason = providerReason;
        ledger = new MemoryLedger(settings.budgetBytes());
        pages = new PageSource(memory, ledger);
        watch = new BlockWatch(
                settings.debug().level(),
                memory.segment(),
                settings.limits().alignmentBytes(),
                new FaultReporter(settings.debug().action()));
        slots = new GrowingSlots(settings, memory, pages, ledger, watch);
        arenas = new ArenaGroup(settings, ledger, pages, slots, watch);
        reservations = new Reservations(ledger);
        decay = settings.decay().isPositive() ? new DecayTimer(settings.decay(), arenas::age) : null;
        ServiceLoader.load(StorageObserver.class).forEach(observer -> observer.opened(this));
    }

    /**
     * Reserves the address range and builds the arenas.
     *
     * @throws IllegalStateException when the provider is {@code MMAP} or {@code MALLOC} and the system refuses
     */
    public static BlockStorage open(StorageSettings settings) {
        return open(settings, MmapMemory::open);
    }

    /** As {@link #open(StorageSettings)}, with addresses from {@code reserver} where {@code mmap} is asked for. */
    static BlockStorage open(StorageSettings settings, SystemMemory.Reserver reserver) {
        ProviderChoice choice = ProviderChoice.of(settings, reserver);
        return new BlockStorage(settings, choice.memory(), choice.reason());
    }

    /** The one segment that every plane and buffer lies in. */
    public MemorySegment memory() {
        return memory.segment();
    }

    /** The hard limit in bytes, whole pages. */
    public long budgetBytes() {
        return ledger.budgetBytes();
    }

    /** What it was built with. */
    public StorageSettings settings() {
        return settings;
    }

    /** The provider in use, never {@code AUTO}. */
    public Provider provider() {
        return memory.provider();
    }

    /** Why this provider is in use, as a phrase for the log. */
    public String providerReason() {
        return providerReason;
    }

    /**
     * Opens a scope with its whole reservation, at once or not at all, and not before those who wait.
     *
     * @throws StorageExhaustedException when the budget has no such room now
     */
    public StorageScope openScope(String name, long reservedBytes) {
        long bytes = reservation(reservedBytes);
        if (!reservations.tryReserve(bytes)) {
            throw exhausted("no memory for " + name + ": " + bytes + " bytes wanted", bytes);
        }
        return enter(name, bytes, StorageScope.NO_PATIENCE);
    }

    /**
     * Opens a scope, waiting in first-come order until its whole reservation fits.
     *
     * @param deadlineNanos latest time, on {@link System#nanoTime}'s clock; until then the scope's allocations wait too, when
     *     all free runs of addresses are too short for them
     * @throws StorageExhaustedException when the deadline passes or the storage is closed first, and at once when the
     *     reservation is larger than the budget
     */
    public StorageScope openScope(String name, long reservedBytes, long deadlineNanos) throws InterruptedException {
        long bytes = reservation(reservedBytes);
        if (!reservations.reserve(bytes, deadlineNanos)) {
            throw exhausted("no memory for " + name + " in time: " + bytes + " bytes wanted", bytes);
        }
        return enter(name, bytes, deadlineNanos);
    }

    private static long reservation(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative reservation " + bytes);
        }
        return SizeClasses.wholePages(bytes);
    }

    /** A scope for a share that is reserved already. */
    StorageScope enter(String name, long bytes, long patienceUntilNanos) {
        StorageScope scope = new StorageScope(this, name, bytes, patienceUntilNanos);
        if (!scopes.enter(scope)) {
            reservations.release(bytes);
            throw new IllegalStateException("the storage is closed");
        }
        return scope;
    }

    /** Takes the rest of a closed scope's share back. */
    void leave(StorageScope scope, long unusedBytes) {
        scopes.leave(scope);
        reservations.release(unusedBytes);
    }

    /**
     * The bytes that {@link StorageScope#allocateRows} charges for these planes.
     *
     * @throws ArithmeticException when a {@code long} cannot count them
     */
    public long bytesForRows(List<RowShape> shapes, boolean contiguous) {
        return RowLayout.of(shapes, blockShape(), contiguous).bytes();
    }

    /** The bytes that {@link StorageScope#allocate} charges for a block of {@code bytes}. */
    public long bytesFor(long bytes) {
        return SizeClasses.roundUp(withGuards(bytes));
    }

    /** The bytes that a block may be asked for where {@link #bytesFor} of them may charge {@code chargedBytes}, whole pages. */
    public long bytesWithin(long chargedBytes) {
        return Math.max(0, chargedBytes - 2L * watch.guardBytes());
    }

    /** {@code bytes} and the guards of one block. */
    long withGuards(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size " + bytes);
        }
        return Math.addExact(bytes, 2L * watch.guardBytes());
    }

    /** Looks for damage in all memory now, from the debug level guard on; each fault that is found is counted. */
    public List<StorageFault> verify() {
        return watch.verify();
    }

    /** Names threads that must not take memory; from the debug level guard on it is a fault when one does. */
    public void forbidAllocation(Predicate<Thread> threads) {
        watch.forbid(threads);
    }

    /** Gives idle blocks back to the system until at most {@code maxBlocks} are left in all arenas together. */
    public void clearCache(int maxBlocks) {
        if (maxBlocks < 0) {
            throw new IllegalArgumentException("negative number of blocks " + maxBlocks);
        }
        arenas.clear(maxBlocks);
    }

    /** Gives all idle blocks back to the system. */
    public void purge() {
        clearCache(0);
    }

    /** What holds for blocks taken from now on. */
    public StorageLimits limits() {
        return arenas.limits();
    }

    /** Changes what holds for blocks taken from now on; images that live keep their layout. */
    public void configure(StorageLimits limits) {
        arenas.configure(limits);
    }

    /** How rows are laid out. */
    RowLayout.Shape blockShape() {
        StorageLimits now = limits();
        return new RowLayout.Shape(now.blockSizeBytes(), now.alignmentBytes(), watch.guardBytes());
    }

    BlockWatch watch() {
        return watch;
    }

    ArenaGroup arenas() {
        return arenas;
    }

    Reservations reservations() {
        return reservations;
    }

    GrowingSlots slots() {
        return slots;
    }

    MemoryLedger ledger() {
        return ledger;
    }

    /** Counts a reservation or an allocation that got no memory. */
    void countFailure() {
        failures.increment();
    }

    /** Counts a failure and says what is missing. */
    StorageExhaustedException exhausted(String detail, long wantedBytes) {
        countFailure();
        return new StorageExhaustedException(detail, wantedBytes, budgetBytes());
    }

    /** A picture of what is in use, taken at one instant. */
    public StorageStats stats() {
        return arenas.picture((total, each) -> picture(total, each, ledger.peakBytes()), false);
    }

    /** Makes {@link #statsSinceReset} count from now on; {@link #stats} is not touched. */
    public void resetStats() {
        arenas.restartPeaks();
        ledger.restartPeak();
        baseline = stats();
    }

    /** A picture whose counts and largest values begin at the last {@link #resetStats}; what is in use is as it is. */
    public StorageStats statsSinceReset() {
        StorageStats start = baseline;
        if (start == null) {
            return stats();
        }
        return arenas.picture((total, each) -> picture(total, each, ledger.recentPeakBytes()), true)
                .since(start);
    }

    private StorageStats picture(ArenaStats total, List<ArenaStats> each, long peakBytes) {
        long growing = slots.usedBytes();
        WaitQueue runs = arenas.runs();
        return new StorageStats(
                budgetBytes(),
                ledger.reservedBytes(),
                growing + total.usedBytes(),
                growing + total.requestedBytes(),
                slots.idleBytes() + total.cachedBytes(),
                growing,
                memory.committedBytes(),
                pages.commits(),
                peakBytes,
                pages.addresses().largestFreeBytes(),
                reservations.waits() + runs.waits(),
                reservations.waitNanos() + runs.waitNanos(),
                reservations.waiting() + runs.waiting(),
                scopes.count(),
                scopes.oldestNanos(System.nanoTime()),
                watch.reporter().counts(),
                failures.sum(),
                total,
                each);
    }

    /**
     * Sends waiters away, closes the scopes that are still open, counting what they leaked, and gives the address range
     * back. Any later access to the memory throws; a second call changes nothing.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        reservations.close();
        StorageFaultException first = null;
        for (StorageScope scope : scopes.close()) {
            try {
                scope.close(StorageFault.Kind.STORAGE_CLOSE);
            } catch (StorageFaultException leak) {
                first = LeakReport.joined(first, leak);
            }
        }
        arenas.runs().close();
        if (decay != null) {
            decay.close();
        }
        arenas.clear(0);
        pages.forgetStranded();
        memory.close();
        if (first != null) {
            throw first;
        }
    }
}
