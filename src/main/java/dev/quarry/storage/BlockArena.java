package dev.quarry.storage;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One of the independent arenas: a cache of idle frames and the count of those in use, under a lock that is held for a few
 * instructions only. Frames come back from any thread without waiting: while the lock is busy they pile up for whoever
 * takes it next.
 *
 * <p>What has to go back to the system collects here while the lock is held, and {@link #leave} hands it to the caller, who
 * does the system calls without the lock.
 */
final class BlockArena {

    private static final long SMALLEST_WASTE_BYTES = 16 << 10;

    private final int index;
    private final ArenaLock lock = new ArenaLock();
    private final HandBackStack<Frame> handBack = new HandBackStack<>();
    private final LongAdder images = new LongAdder();
    private final LongAdder reallocations = new LongAdder();
    private final LongAdder failures = new LongAdder();

    // Guarded by the lock.
    private final IdleFrames idle;
    private @Nullable Frame evicted;
    private long allocations;
    private long remainders;
    private long reuses;
    private long frees;
    private long handbacks;
    private long stealsIn;
    private long stealsOut;
    private long purged;
    private long usedBlocks;
    private long usedBytes;
    private long requestedBytes;
    private long wasteUsedBytes;
    private long wasteRequestedBytes;

    /** An arena that hands a frame out again only when {@code resting} others came back after it. */
    BlockArena(int index, int resting) {
        this.index = index;
        this.idle = new IdleFrames(resting);
    }

    /** Its number. */
    int index() {
        return index;
    }

    /** Its lock. */
    ArenaLock lock() {
        return lock;
    }

    /** Whether an idle frame of this class may be here; needs no lock and may be wrong. */
    boolean mayHave(int sizeClass) {
        return idle.mayHave(sizeClass) || !handBack.isEmpty();
    }

    /** Counts an image of a scope that is at home here. */
    void countImage() {
        images.increment();
    }

    /** Counts a block that replaced a smaller one of the same owner. */
    void countReallocation() {
        reallocations.increment();
    }

    /** Counts an allocation that failed for a scope that is at home here. */
    void countFailure() {
        failures.increment();
    }

    /** Hands out an idle frame of a class, null when there is none. Lock held. */
    @Nullable
    Frame reuse(int sizeClass, long requested) {
        acceptHandedBack();
        Frame frame = idle.take(sizeClass);
        if (frame != null) {
            reuses++;
            issue(frame, requested);
        }
        return frame;
    }

    /** Takes an idle frame of a class out for another arena, null when there is none. Lock held. */
    @Nullable
    Frame giveAway(int sizeClass) {
        acceptHandedBack();
        Frame frame = idle.take(sizeClass);
        if (frame != null) {
            stealsOut++;
        }
        return frame;
    }

    /** Hands out a frame that another arena gave away. Lock held. */
    void adoptStolen(Frame frame, long requested) {
        frame.settle(this);
        stealsIn++;
        reuses++;
        issue(frame, requested);
    }

    /** Hands out a frame of fresh memory. Lock held. */
    void adopt(Frame frame, long requested) {
        frame.settle(this);
        allocations++;
        issue(frame, requested);
    }

    /**
     * Takes an idle frame out that is somewhat larger than a class, to be cut, null when there is none. It counts as used
     * until it is {@linkplain #adoptParts replaced} or {@linkplain #putBack put back}. Lock held.
     */
    @Nullable
    Frame takeToSplit(int sizeClass) {
        Frame frame = idle.takeLarger(sizeClass, FrameSplit.MOST_CLASSES_ABOVE);
        if (frame != null) {
            count(frame.bytes(), frame.bytes(), 1);
        }
        return frame;
    }

    /** Takes a frame back that was not cut after all. Lock held. */
    void putBack(Frame whole) {
        count(whole.bytes(), whole.bytes(), -1);
        idle.add(whole);
    }

    /** Hands the first part of a frame out that was cut, and keeps the others. Lock held. */
    void adoptParts(Frame whole, List<Frame> parts, long requested) {
        count(whole.bytes(), whole.bytes(), -1);
        reuses++;
        reallocations.increment();
        remainders += parts.size() - 1;
        parts.forEach(part -> part.settle(this));
        issue(parts.getFirst(), requested);
        for (Frame rest : parts.subList(1, parts.size())) {
            rest.become(Frame.State.IDLE);
            idle.add(rest);
        }
    }

    private void issue(Frame frame, long requested) {
        frame.issue(requested);
        count(frame, 1);
    }

    private void count(Frame frame, int sign) {
        count(frame.bytes(), frame.requestedBytes(), sign);
    }

    private void count(long bytes, long requested, int sign) {
        usedBlocks += sign;
        usedBytes += sign * bytes;
        requestedBytes += sign * requested;
        if (bytes >= SMALLEST_WASTE_BYTES) {
            wasteUsedBytes += sign * bytes;
            wasteRequestedBytes += sign * requested;
        }
    }

    /** Takes a frame back from any thread, without waiting; it is either gone or charged as cached. Says how many wait. */
    int handBack(Frame frame) {
        return handBack.push(frame);
    }

    /** Counts and stores what came back while the lock was busy. Lock held. */
    void acceptHandedBack() {
        handBack.drainTo(frame -> {
            handbacks++;
            accept(frame);
        });
    }

    /** Takes a frame back. Lock held. */
    void accept(Frame frame) {
        count(frame, -1);
        if (frame.state() == Frame.State.GONE) {
            frees++;
        } else {
            idle.add(frame);
        }
    }

    /** Takes the oldest idle frames out until at most {@code maxBlocks} are left. Lock held. */
    void trim(int maxBlocks) {
        while (idle.count() > maxBlocks) {
            evictOldest();
        }
    }

    /** Takes the oldest idle frames out until {@code bytes} are found or none is left; says how many bytes. Lock held. */
    long purge(long bytes) {
        long found = 0;
        while (found < bytes && idle.count() > 0) {
            found += evictOldest();
            purged++;
        }
        return found;
    }

    /** Takes at most {@code blocks} of the oldest idle frames out, as wanted by somebody; says how many. Lock held. */
    int clear(int blocks) {
        int before = idle.count();
        trim(Math.max(0, before - blocks));
        int cleared = before - idle.count();
        purged += cleared;
        return cleared;
    }

    /** Lets a step of the decay pass: takes the idle frames out that are too old. Lock held. */
    void age() {
        idle.advance();
        for (Frame aged = idle.takeAged(); aged != null; aged = idle.takeAged()) {
            evict(aged);
            purged++;
        }
    }

    private long evictOldest() {
        Frame frame = idle.takeOldest();
        return frame == null ? 0 : evict(frame);
    }

    private long evict(Frame frame) {
        frees++;
        frame.older = evicted;
        evicted = frame;
        return frame.bytes();
    }

    /** Gives the lock up; the frames that have to go back to the system now, linked by {@link Frame#older}. */
    @Nullable
    Frame leave() {
        Frame out = evicted;
        evicted = null;
        lock.release();
        return out;
    }

    /** Number of idle frames. Lock held. */
    int idleCount() {
        return idle.count();
    }

    /** A picture, with the longest wait since the peaks were restarted where {@code recent}. Lock held. */
    ArenaStats stats(boolean recent) {
        return new ArenaStats(
                index,
                images.sum(),
                allocations,
                remainders,
                reuses,
                reallocations.sum(),
                frees,
                idle.count(),
                idle.bytes(),
                usedBlocks,
                usedBytes,
                requestedBytes,
                ArenaStats.wasteRatio(wasteUsedBytes, wasteRequestedBytes),
                idle.largestBytes(),
                handbacks,
                stealsIn,
                stealsOut,
                purged,
                failures.sum(),
                lock.stats(recent));
    }

    /** Sizes of used blocks that count for the waste. Lock held. */
    long wasteUsedBytes() {
        return wasteUsedBytes;
    }

    /** What was asked for by those blocks. Lock held. */
    long wasteRequestedBytes() {
        return wasteRequestedBytes;
    }
}
