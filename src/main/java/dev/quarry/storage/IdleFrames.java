package dev.quarry.storage;

import org.jspecify.annotations.Nullable;

/**
 * The cache of one arena: idle frames by size class, the last returned first because its lines are the warmest, and all
 * together by age. Guarded by the arena's lock, but for {@link #mayHave}.
 */
final class IdleFrames {

    /** In how many steps idle frames decay. */
    static final int DECAY_STEPS = 20;

    private final @Nullable Frame[] tops = new @Nullable Frame[SizeClasses.COUNT];
    private @Nullable Frame oldest;
    private @Nullable Frame newest;
    private final int resting;
    private int count;
    private long bytes;
    private long added;

    /** A cache that hands a frame out again only when {@code resting} others came after it. */
    IdleFrames(int resting) {
        this.resting = resting;
    }

    // The bytes that became idle in each of the last epochs and still are.
    private final long[] bytesByEpoch = new long[DECAY_STEPS];
    private int epoch;
    private long allowedBytes;

    /** Number of frames. */
    int count() {
        return count;
    }

    /** Sum of their sizes. */
    long bytes() {
        return bytes;
    }

    /** Whether a frame of this class was there a moment ago; needs no lock and may be wrong. */
    boolean mayHave(int sizeClass) {
        return tops[sizeClass] != null;
    }

    /** Size of the largest frame, 0 when there is none. */
    long largestBytes() {
        for (int sizeClass = SizeClasses.COUNT - 1; sizeClass >= 0; sizeClass--) {
            if (tops[sizeClass] != null) {
                return SizeClasses.bytesOf(sizeClass);
            }
        }
        return 0;
    }

    /** Adds a frame as the newest. */
    void add(Frame frame) {
        Frame top = tops[frame.sizeClass()];
        frame.belowInClass = top;
        frame.aboveInClass = null;
        if (top != null) {
            top.aboveInClass = frame;
        }
        tops[frame.sizeClass()] = frame;
        frame.older = newest;
        frame.newer = null;
        if (newest == null) {
            oldest = frame;
        } else {
            newest.newer = frame;
        }
        newest = frame;
        frame.idleEpoch = epoch;
        bytesByEpoch[Math.floorMod(epoch, DECAY_STEPS)] += frame.bytes();
        frame.idleSince = added++;
        count++;
        bytes += frame.bytes();
    }

    /** Takes the newest frame of a class out; the oldest, and only when it is rested, where frames have to rest. */
    @Nullable
    Frame take(int sizeClass) {
        Frame frame = resting == 0 ? tops[sizeClass] : rested(tops[sizeClass]);
        if (frame != null) {
            remove(frame);
        }
        return frame;
    }

    private @Nullable Frame rested(@Nullable Frame top) {
        Frame bottom = top;
        while (bottom != null && bottom.belowInClass != null) {
            bottom = bottom.belowInClass;
        }
        return bottom != null && added - bottom.idleSince > resting ? bottom : null;
    }

    /** Takes the newest frame of the smallest class above {@code sizeClass} out that is at most {@code classes} above it. */
    @Nullable
    Frame takeLarger(int sizeClass, int classes) {
        for (int i = sizeClass + 1; i < SizeClasses.COUNT && i <= sizeClass + classes; i++) {
            if (tops[i] != null) {
                return take(i);
            }
        }
        return null;
    }

    /**
     * Begins the next epoch. Of what became idle in one epoch, each following one takes an equal part, until nothing of it is
     * left.
     */
    void advance() {
        epoch++;
        allowedBytes = allowedByAge();
    }

    /** Takes the oldest frame out if it is too much by its age; null when none is. */
    @Nullable
    Frame takeAged() {
        Frame frame = oldest;
        boolean aged =
                frame != null && (epoch - frame.idleEpoch >= DECAY_STEPS || bytes - frame.bytes() >= allowedBytes);
        return aged ? takeOldest() : null;
    }

    private long allowedByAge() {
        double allowed = 0;
        for (int age = 0; age < DECAY_STEPS; age++) {
            long idle = bytesByEpoch[Math.floorMod(epoch - age, DECAY_STEPS)];
            // Of what the steps before left, so that each takes the same part of the whole.
            allowed += (double) idle * (DECAY_STEPS - age) / (DECAY_STEPS - age + 1);
        }
        return (long) allowed;
    }

    /** Takes the frame out that has been idle longest. */
    @Nullable
    Frame takeOldest() {
        Frame frame = oldest;
        if (frame != null) {
            remove(frame);
        }
        return frame;
    }

    private void remove(Frame frame) {
        unlinkFromClass(frame);
        unlinkFromAge(frame);
        bytesByEpoch[Math.floorMod(frame.idleEpoch, DECAY_STEPS)] -= frame.bytes();
        count--;
        bytes -= frame.bytes();
    }

    private void unlinkFromClass(Frame frame) {
        Frame above = frame.aboveInClass;
        Frame below = frame.belowInClass;
        if (above == null) {
            tops[frame.sizeClass()] = below;
        } else {
            above.belowInClass = below;
        }
        if (below != null) {
            below.aboveInClass = above;
        }
        frame.aboveInClass = null;
        frame.belowInClass = null;
    }

    private void unlinkFromAge(Frame frame) {
        Frame before = frame.older;
        Frame after = frame.newer;
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        frame.older = null;
        frame.newer = null;
    }
}
