package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The arenas of one storage, and how frames move between them, the ledger and the system.
 *
 * <p>At most one arena's lock is held at a time, and none across a system call. A frame is charged at every instant: as used
 * while it is live, as cached while it is idle, and it stays charged until its pages went back.
 */
final class ArenaGroup {

    // A thread that releases what others allocate leaves their arena's lock to them, as long as no more than this pile
    // up.
    private static final int MOST_HANDED_BACK = 16;

    private final MemoryLedger ledger;
    private final PageSource pages;
    private final GrowingSlots slots;
    private final BlockWatch watch;
    private final FreshFrames frames;
    private final FrameSearch search;
    private final WaitQueue runs = new WaitQueue();
    private final BlockArena[] arenas;
    private final AtomicInteger nextHome = new AtomicInteger();
    private final long cacheMaxBytes;
    private final boolean keeps;
    private volatile StorageLimits limits;

    ArenaGroup(StorageSettings settings, MemoryLedger ledger, PageSource pages, GrowingSlots slots, BlockWatch watch) {
        this.limits = settings.limits();
        this.cacheMaxBytes = settings.cacheMaxBytes();
        this.keeps = !settings.decay().isZero();
        this.ledger = ledger;
        this.pages = pages;
        this.slots = slots;
        this.watch = watch;
        this.frames = new FreshFrames(ledger, pages, new Reclaimer(ledger, pages, slots, this));
        // Guards and fills belong to a block as a whole.
        boolean splits = pages.isDivisible() && !settings.debug().level().guards();
        this.search = new FrameSearch(this, ledger, frames, splits);
        arenas = new BlockArena[settings.arenas()];
        for (int i = 0; i < arenas.length; i++) {
            arenas[i] = new BlockArena(i, watch.restingBlocks());
        }
    }

    /** What holds for blocks taken from now on. */
    StorageLimits limits() {
        return limits;
    }

    /** Changes what holds for blocks taken from now on, and takes out of the caches what they may no longer keep. */
    void configure(StorageLimits changed) {
        limits = changed;
        for (BlockArena arena : arenas) {
            arena.lock().acquire();
            leave(arena);
        }
    }

    /** How many arenas there are. */
    int size() {
        return arenas.length;
    }

    /** An arena, by its number or any other, which goes round. */
    BlockArena arena(int index) {
        return arenas[Math.floorMod(index, arenas.length)];
    }

    /** The arena for the next scope, round robin. */
    BlockArena nextHome() {
        return arena(nextHome.getAndIncrement());
    }

    /** Those who wait for blocks of others to come back, because no free run is long enough. */
    WaitQueue runs() {
        return runs;
    }

    /** A live frame of at least {@code bytes}, which the caller's scope has been charged for; null when there is none. */
    @Nullable
    Frame take(BlockArena home, long bytes) {
        return search.take(home, bytes);
    }

    /** Charges fresh memory, for which idle blocks make way; false when even so there is no room. */
    boolean charge(BlockArena home, long bytes) {
        return frames.charge(home, bytes);
    }

    /** Takes back a frame that its handle released, and ends its charge to {@code scope}; never waits for a lock. */
    void release(Frame frame, StorageScope scope) {
        if (keep(frame)) {
            frame.become(Frame.State.IDLE);
        } else {
            forget(frame);
            pages.giveBackUsed(frame.offset(), frame.bytes());
            frame.become(Frame.State.GONE);
        }
        scope.uncharge(frame.bytes());
        handBack(frame);
        runs.wakeFirst();
    }

    private boolean keep(Frame frame) {
        if (!keeps || limits.blocksMax() == 0) {
            return false;
        }
        if (ledger.tryKeep(frame.bytes(), cacheMaxBytes)) {
            return true;
        }
        // Full: what was used last is the likelier to be wanted, so older idle frames make way for it.
        BlockArena arena = frame.arena();
        if (frame.bytes() > cacheMaxBytes || !arena.lock().tryAcquire()) {
            return false;
        }
        arena.purge(frame.bytes());
        leave(arena);
        return ledger.tryKeep(frame.bytes(), cacheMaxBytes);
    }

    private void handBack(Frame frame) {
        BlockArena arena = frame.arena();
        if (arena.lock().wasMine() && arena.lock().tryAcquire()) {
            arena.accept(frame);
        } else if (arena.handBack(frame) < MOST_HANDED_BACK || !arena.lock().tryAcquire()) {
            return;
        }
        arena.acceptHandedBack();
        leave(arena);
    }

    /** Gives an arena's lock up, and to the system what the arena has too much of. */
    void leave(BlockArena arena) {
        arena.trim(limits.blocksMax());
        discard(arena.leave());
    }

    private void discard(@Nullable Frame evicted) {
        for (Frame frame = evicted; frame != null; ) {
            Frame next = frame.older;
            frame.older = null;
            forget(frame);
            frame.become(Frame.State.GONE);
            pages.giveBackIdle(frame.offset(), frame.bytes());
            frame = next;
        }
    }

    private void forget(Frame frame) {
        if (watch.isOn()) {
            watch.gone(frame);
        }
    }

    /** Whether a frame is one of these arenas'. */
    boolean owns(Frame frame) {
        int index = frame.arena().index();
        return index < arenas.length && arenas[index] == frame.arena();
    }

    /** Lets a step of the decay pass in each arena. */
    void age() {
        for (BlockArena arena : arenas) {
            arena.lock().acquire();
            arena.acceptHandedBack();
            arena.age();
            leave(arena);
        }
        slots.age();
        pages.retryStranded();
    }

    /** Gives idle frames back to the system until at most {@code maxBlocks} are left in all arenas together, and all slots. */
    void clear(int maxBlocks) {
        enterAll();
        int excess = -maxBlocks;
        for (BlockArena arena : arenas) {
            excess += arena.idleCount();
        }
        for (BlockArena arena : arenas) {
            excess -= arena.clear(Math.max(0, excess));
        }
        leaveAll();
        slots.purge(Long.MAX_VALUE);
        pages.retryStranded();
    }

    /** Whether the current thread holds the lock of an arena, as it must not while it calls the system. */
    boolean isLockHeld() {
        for (BlockArena arena : arenas) {
            if (arena.lock().isHeld()) {
                return true;
            }
        }
        return slots.isLockHeld();
    }

    /**
     * A picture of all arenas at one instant.
     *
     * @param maker makes it of the total and of each arena, while all of them stand still
     * @param recent whether the longest waits are those since {@link #restartPeaks}
     */
    <T> T picture(BiFunction<ArenaStats, List<ArenaStats>, T> maker, boolean recent) {
        // What the caches have too much of goes before the picture, in which it would be missing but still committed.
        for (BlockArena arena : arenas) {
            arena.lock().acquire();
            arena.acceptHandedBack();
            leave(arena);
        }
        List<ArenaStats> each = new ArrayList<>(arenas.length);
        enterAll();
        try {
            long wasteUsed = 0;
            long wasteRequested = 0;
            for (BlockArena arena : arenas) {
                each.add(arena.stats(recent));
                wasteUsed += arena.wasteUsedBytes();
                wasteRequested += arena.wasteRequestedBytes();
            }
            return maker.apply(ArenaStats.total(each, ArenaStats.wasteRatio(wasteUsed, wasteRequested)), each);
        } finally {
            leaveAll();
        }
    }

    /** Lets the longest waits of those who ask for recent ones begin anew. */
    void restartPeaks() {
        for (BlockArena arena : arenas) {
            arena.lock().acquire();
            arena.lock().restartPeak();
            leave(arena);
        }
    }

    /** Takes all locks, in the order of the arenas, and what waits there. */
    private void enterAll() {
        for (BlockArena arena : arenas) {
            arena.lock().acquire();
            arena.acceptHandedBack();
            arena.trim(limits.blocksMax());
        }
    }

    private void leaveAll() {
        List<@Nullable Frame> evicted = new ArrayList<>(arenas.length);
        for (BlockArena arena : arenas) {
            evicted.add(arena.leave());
        }
        evicted.forEach(this::discard);
    }
}
