package dev.quarry.storage;

/** A contiguous piece of the storage's segment, owned by a scope until closed. */
public final class Block extends Lease implements AutoCloseable {

    private final StorageScope scope;
    private final Frame frame;
    private final long generation;

    Block(StorageScope scope, Frame frame) {
        this.scope = scope;
        this.frame = frame;
        this.generation = frame.generation();
    }

    /** Where it starts in the storage's segment. */
    public long offset() {
        return frame.offset();
    }

    /** Its usable size in bytes, at least what was asked for. */
    public long bytes() {
        return frame.bytes();
    }

    /** Returns it, from any thread; a second call changes nothing. */
    @Override
    public void close() {
        release();
    }

    /** The memory that it stands for. */
    Frame frame() {
        return frame;
    }

    /** Counts it as one that replaced a smaller block of the same owner. */
    void countReallocation() {
        frame.arena().countReallocation();
    }

    @Override
    boolean isLive() {
        return frame.isLive(generation);
    }

    @Override
    boolean release() {
        if (!frame.release(generation)) {
            return false;
        }
        scope.storage().arenas().release(frame, scope);
        return true;
    }

    @Override
    public String toString() {
        return "Block[scope " + scope.name() + ", generation " + generation + " of " + frame + "]";
    }
}
