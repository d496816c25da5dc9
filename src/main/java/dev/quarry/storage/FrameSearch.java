package dev.quarry.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How memory is found for a block, step by step: an idle frame of the own arena, of another one that is not busy, of one that
 * is, a part of a larger idle frame, and at last fresh memory. At most one arena's lock is held at a time.
 */
final class FrameSearch {

    private final ArenaGroup group;
    private final MemoryLedger ledger;
    private final FreshFrames frames;
    private final boolean splits;

    /** A search that cuts larger idle frames where {@code splits}. */
    FrameSearch(ArenaGroup group, MemoryLedger ledger, FreshFrames frames, boolean splits) {
        this.group = group;
        this.ledger = ledger;
        this.frames = frames;
        this.splits = splits;
    }

    /** A live frame of at least {@code bytes}, which the caller's scope has been charged for; null when there is none. */
    @Nullable
    Frame take(BlockArena home, long bytes) {
        int sizeClass = SizeClasses.indexOf(bytes);
        BlockArena arena = enterAny(home);
        Frame frame = arena.reuse(sizeClass, bytes);
        group.leave(arena);
        if (frame != null) {
            ledger.reuse(frame.bytes());
            return frame;
        }
        frame = takeElsewhere(home, sizeClass, bytes);
        if (frame == null) {
            home.countFailure();
        }
        return frame;
    }

    private @Nullable Frame takeElsewhere(BlockArena home, int sizeClass, long bytes) {
        Frame frame = steal(home, sizeClass, bytes);
        if (frame == null) {
            frame = await(home, sizeClass, bytes);
        }
        if (frame == null && splits) {
            frame = split(home, sizeClass, bytes);
        }
        if (frame == null) {
            return fresh(home, sizeClass, bytes);
        }
        ledger.reuse(frame.bytes());
        return frame;
    }

    /** A part of a larger idle frame, whose other parts stay idle. */
    private @Nullable Frame split(BlockArena home, int sizeClass, long bytes) {
        BlockArena arena = enterAny(home);
        Frame whole = arena.takeToSplit(sizeClass);
        group.leave(arena);
        if (whole == null) {
            return null;
        }
        // Made without the lock: the heap may be exhausted, and the lock must not stay behind.
        List<Frame> parts = null;
        try {
            parts = frames.cut(whole, sizeClass);
        } finally {
            arena.lock().acquire();
            if (parts == null) {
                arena.putBack(whole);
            } else {
                arena.adoptParts(whole, parts, bytes);
            }
            group.leave(arena);
        }
        whole.become(Frame.State.GONE);
        return parts.getFirst();
    }

    /** An idle frame of another arena that is not busy; it moves for good, so that its next user finds it at home. */
    private @Nullable Frame steal(BlockArena home, int sizeClass, long bytes) {
        for (int i = 1; i < group.size(); i++) {
            BlockArena other = group.arena(home.index() + i);
            if (other.mayHave(sizeClass) && other.lock().tryAcquire()) {
                Frame frame = stealFrom(other, home, sizeClass, bytes);
                if (frame != null) {
                    return frame;
                }
            }
        }
        return null;
    }

    /**
     * An idle frame of an arena that was busy before. Its lock is held for nanoseconds, fresh memory costs a page fault for
     * each 4 kB, and whether a service that is warm takes any must not depend on who held a lock just then.
     */
    private @Nullable Frame await(BlockArena home, int sizeClass, long bytes) {
        for (int i = 0; i < group.size(); i++) {
            BlockArena arena = group.arena(home.index() + i);
            if (arena.mayHave(sizeClass)) {
                arena.lock().acquire();
                Frame frame = stealFrom(arena, home, sizeClass, bytes);
                if (frame != null) {
                    return frame;
                }
            }
        }
        return null;
    }

    /** Takes a frame out of {@code arena}, whose lock is held and given up here. */
    private @Nullable Frame stealFrom(BlockArena arena, BlockArena home, int sizeClass, long bytes) {
        Frame frame = arena == home ? arena.reuse(sizeClass, bytes) : arena.giveAway(sizeClass);
        group.leave(arena);
        if (frame != null && arena != home) {
            BlockArena adopting = enterAny(home);
            adopting.adoptStolen(frame, bytes);
            group.leave(adopting);
        }
        return frame;
    }

    /** An arena whose lock is held now: the home if it is free, else any free one, else the home after waiting. */
    private BlockArena enterAny(BlockArena home) {
        if (home.lock().tryAcquire()) {
            return home;
        }
        for (int i = 1; i < group.size(); i++) {
            BlockArena arena = group.arena(home.index() + i);
            if (arena.lock().tryAcquire()) {
                return arena;
            }
        }
        home.lock().acquireBusy();
        return home;
    }

    private @Nullable Frame fresh(BlockArena home, int sizeClass, long bytes) {
        Frame frame = frames.make(home, sizeClass);
        if (frame != null) {
            BlockArena arena = enterAny(home);
            arena.adopt(frame, bytes);
            group.leave(arena);
        }
        return frame;
    }
}
