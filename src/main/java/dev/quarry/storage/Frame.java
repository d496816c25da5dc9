package dev.quarry.storage;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a block, whoever holds it now. It outlives the {@link Block} handles that are made for it one after the
 * other; each of them knows the generation that it was made for, so an old handle cannot give back a newer one's memory.
 */
final class Frame extends HandBackStack.Item<Frame> {

    /** What a frame is doing. */
    enum State {
        /** Held by a scope. */
        LIVE,
        /** Given back, on its way to a cache or to the system. */
        RELEASED,
        /** In an arena's cache, or waiting to be put there. */
        IDLE,
        /** Its pages and addresses went back; never used again. */
        GONE
    }

    private static final State[] STATES = State.values();

    private final long id;
    private final int sizeClass;
    private final long bytes;
    private final long offset;
    private final boolean madeOfZeros;
    private final AtomicLong generationAndState = new AtomicLong(State.RELEASED.ordinal());

    // Written under the arena's lock, by the thread that owns the frame.
    private @Nullable BlockArena arena;
    private long requestedBytes;

    /** Links of the list that the frame is in; they belong to whoever owns the list. */
    @Nullable
    Frame older;

    @Nullable
    Frame newer;

    @Nullable
    Frame aboveInClass;

    @Nullable
    Frame belowInClass;

    /** When it became idle, in the count of the cache that it is in. */
    int idleEpoch;
    /** How many frames came to its cache before it; belongs to whoever owns the list. */
    long idleSince;

    /** What a debug level remembers of its present or last holder; written by the thread that hands it out. */
    @Nullable
    BlockTrace trace;

    /** A frame whose memory is all zeros as long as nobody had it, where {@code madeOfZeros}. */
    Frame(long id, int sizeClass, long offset, boolean madeOfZeros) {
        this.id = id;
        this.madeOfZeros = madeOfZeros;
        this.sizeClass = sizeClass;
        this.bytes = SizeClasses.bytesOf(sizeClass);
        this.offset = offset;
    }

    /** A number that no other frame of the storage has. */
    long id() {
        return id;
    }

    /** The arena that it returns to. */
    BlockArena arena() {
        return Objects.requireNonNull(arena);
    }

    /** Makes {@code owner} the arena that it returns to; under that arena's lock, by the thread that owns the frame. */
    void settle(BlockArena owner) {
        arena = owner;
    }

    /** The index of its size class. */
    int sizeClass() {
        return sizeClass;
    }

    /** Where it starts in the storage's segment. */
    long offset() {
        return offset;
    }

    /** The size of its class. */
    long bytes() {
        return bytes;
    }

    /** What its holder asked for, at most {@link #bytes}. */
    long requestedBytes() {
        return requestedBytes;
    }

    /** What it is doing now. */
    State state() {
        return STATES[(int) (generationAndState.get() & 3)];
    }

    /** How often it was handed out so far. */
    long generation() {
        return generationAndState.get() >>> 2;
    }

    /** Whether its first holder has it, and finds nothing but zeros. */
    boolean isZero() {
        return madeOfZeros && generation() == 1;
    }

    /** Hands it out for the next generation; only for the thread that took it out of a list. */
    void issue(long requested) {
        requestedBytes = requested;
        set(generation() + 1, State.LIVE);
    }

    /** Whether it is still held by the handle of {@code generation}. */
    boolean isLive(long generation) {
        return generationAndState.get() == ticket(generation, State.LIVE);
    }

    /** Takes it from the handle of {@code generation}; true for exactly one caller. */
    boolean release(long generation) {
        return generationAndState.compareAndSet(ticket(generation, State.LIVE), ticket(generation, State.RELEASED));
    }

    /** Says what became of a released or idle frame; only for the thread that owns it. */
    void become(State next) {
        set(generation(), next);
    }

    private void set(long generation, State state) {
        // Whoever sees the frame next got it through a lock or a compare-and-set after this.
        generationAndState.setRelease(ticket(generation, state));
    }

    private static long ticket(long generation, State state) {
        return generation << 2 | state.ordinal();
    }

    @Override
    public String toString() {
        return "Frame[" + id + ", arena " + (arena == null ? "none" : arena.index()) + ", " + bytes() + " bytes at "
                + offset + ", generation " + generation() + ", " + state() + "]";
    }
}
