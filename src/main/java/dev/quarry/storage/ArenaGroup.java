package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The arenas of one storage, and how frames move between them, the ledger and the system.
 *
 * <p>At most one arena's lock is held at a time, and none across a system call. A frame is charged somewhere at every
 * instant: to its scope while it is live, as cached while it is idle, and it stays charged until its pages went back.
 */
final class ArenaGroup {

    // Long enough for a thread of low priority to go on.
    private static final long IN_FLIGHT_NANOS = 20_000;

    private final MemoryLedger ledger;
    private final SystemMemory memory;
    private final ExtentAllocator extents;
    private final BlockArena[] arenas;
    private final AtomicLong frameIds = new AtomicLong();
    private final AtomicInteger nextHome = new AtomicInteger();
    private final AtomicInteger nextReclaim = new AtomicInteger();
    private final long cacheMaxBytes;
    private volatile StorageLimits limits;

    ArenaGroup(StorageSettings settings, MemoryLedger ledger, SystemMemory memory, ExtentAllocator extents) {
        this.cacheMaxBytes = settings.cacheMaxBytes();
        this.limits = settings.limits();
        this.ledger = ledger;
        this.memory = memory;
        this.extents = extents;
        arenas = new BlockArena[settings.arenas()];
        for (int i = 0; i < arenas.length; i++) {
            arenas[i] = new BlockArena(i);
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

    /** The arena for the next scope, round robin. */
    BlockArena nextHome() {
        return arenas[Math.floorMod(nextHome.getAndIncrement(), arenas.length)];
    }

    /** A live frame of at least {@code bytes}, which the caller's scope has been charged for; null when there is none. */
    @Nullable
    Frame take(BlockArena home, long bytes) {
        int sizeClass = SizeClasses.indexOf(bytes);
        Frame frame = reuse(home, sizeClass, bytes);
        if (frame == null) {
            frame = fresh(home, sizeClass, bytes);
        }
        if (frame == null) {
            home.countFailure();
        }
        return frame;
    }

    private @Nullable Frame reuse(BlockArena home, int sizeClass, long bytes) {
        BlockArena arena = enterAny(home);
        Frame frame = arena.reuse(sizeClass, bytes);
        leave(arena);
        if (frame == null) {
            frame = steal(home, sizeClass, bytes);
        }
        if (frame != null) {
            ledger.uncache(frame.bytes());
        }
        return frame;
    }

    /** An idle frame of another arena that is not busy; it moves for good, so that its next user finds it at home. */
    private @Nullable Frame steal(BlockArena home, int sizeClass, long bytes) {
        for (int i = 1; i < arenas.length; i++) {
            BlockArena other = arenas[(home.index() + i) % arenas.length];
            if (other.mayHave(sizeClass) && other.lock().tryAcquire()) {
                Frame frame = other.giveAway(sizeClass);
                leave(other);
                if (frame != null) {
                    BlockArena arena = enterAny(home);
                    arena.adoptStolen(frame, bytes);
                    leave(arena);
                    return frame;
                }
            }
        }
        return null;
    }

    /** An arena whose lock is held now: the home if it is free, else any free one, else the home after waiting. */
    private BlockArena enterAny(BlockArena home) {
        for (int i = 0; i < arenas.length; i++) {
            BlockArena arena = arenas[(home.index() + i) % arenas.length];
            if (arena.lock().tryAcquire()) {
                return arena;
            }
        }
        home.lock().acquireBusy();
        return home;
    }

    private @Nullable Frame fresh(BlockArena home, int sizeClass, long bytes) {
        long size = SizeClasses.bytesOf(sizeClass);
        long offset = addresses(size);
        if (offset < 0) {
            return null;
        }
        if (!memory.commit(offset, size)) {
            extents.free(offset, size);
            return null;
        }
        Frame frame = null;
        try {
            // Made before the lock is taken: the heap may be exhausted, and the lock must not stay behind.
            frame = new Frame(frameIds.getAndIncrement(), sizeClass, offset);
        } finally {
            if (frame == null) {
                memory.giveBack(offset, size);
                extents.free(offset, size);
            }
        }
        BlockArena arena = enterAny(home);
        arena.adopt(frame, bytes);
        leave(arena);
        return frame;
    }

    /** A free run of addresses, for which idle frames make way; −1 when there is none even so. */
    private long addresses(long bytes) {
        long offset = extents.allocate(bytes);
        if (offset >= 0 || bytes > memory.segment().byteSize()) {
            return offset;
        }
        ledger.press();
        try {
            while (offset < 0 && ledger.cachedBytes() > 0) {
                if (reclaim(bytes) == 0) {
                    // The rest is on its way between an arena and the range in another thread's hands.
                    LockSupport.parkNanos(IN_FLIGHT_NANOS);
                }
                offset = extents.allocate(bytes);
            }
            return offset;
        } finally {
            ledger.relax();
        }
    }

    /** Takes back a frame that its handle released, and ends its charge to {@code scope}; never waits for a lock. */
    void release(Frame frame, StorageScope scope) {
        if (limits.blocksMax() > 0 && cache(frame)) {
            frame.become(Frame.State.IDLE);
        } else {
            giveBack(frame);
        }
        scope.uncharge(frame.bytes());
        handBack(frame);
    }

    private boolean cache(Frame frame) {
        if (ledger.tryCache(frame.bytes(), cacheMaxBytes)) {
            return true;
        }
        // Full: what was used last is the likelier to be wanted, so older idle frames make way for it.
        BlockArena arena = frame.arena();
        if (frame.bytes() > cacheMaxBytes || !arena.lock().tryAcquire()) {
            return false;
        }
        arena.purge(frame.bytes());
        leave(arena);
        return ledger.tryCache(frame.bytes(), cacheMaxBytes);
    }

    private void handBack(Frame frame) {
        BlockArena arena = frame.arena();
        if (arena.lock().tryAcquire()) {
            arena.accept(frame);
        } else {
            arena.handBack(frame);
            if (!arena.lock().tryAcquire()) {
                return;
            }
        }
        arena.acceptHandedBack();
        leave(arena);
    }

    /** Gives an arena's lock up, and to the system what the arena has too much of. */
    private void leave(BlockArena arena) {
        arena.trim(limits.blocksMax());
        discard(arena.leave());
    }

    private void discard(@Nullable Frame evicted) {
        for (Frame frame = evicted; frame != null; ) {
            Frame next = frame.older;
            frame.older = null;
            giveBack(frame);
            ledger.uncache(frame.bytes());
            frame = next;
        }
    }

    private void giveBack(Frame frame) {
        memory.giveBack(frame.offset(), frame.bytes());
        extents.free(frame.offset(), frame.bytes());
        frame.become(Frame.State.GONE);
    }

    /** Gives idle frames back to the system until {@code bytes} are found or none is left; says how many bytes. */
    long reclaim(long bytes) {
        long found = 0;
        int start = nextReclaim.getAndIncrement();
        for (int i = 0; i < arenas.length && found < bytes; i++) {
            BlockArena arena = arenas[Math.floorMod(start + i, arenas.length)];
            arena.lock().acquire();
            arena.acceptHandedBack();
            found += arena.purge(bytes - found);
            leave(arena);
        }
        return found;
    }

    /** Gives idle frames back to the system until at most {@code maxBlocks} are left in all arenas together. */
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
    }

    /** Whether the current thread holds the lock of an arena, as it must not while it calls the system. */
    boolean isLockHeld() {
        for (BlockArena arena : arenas) {
            if (arena.lock().isHeld()) {
                return true;
            }
        }
        return false;
    }

    /** A picture of all arenas at one instant. */
    List<ArenaStats> stats() {
        List<ArenaStats> pictures = new ArrayList<>(arenas.length);
        enterAll();
        for (BlockArena arena : arenas) {
            pictures.add(arena.stats());
        }
        leaveAll();
        return pictures;
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
