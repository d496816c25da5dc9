package dev.quarry.storage;

import org.jspecify.annotations.Nullable;

/** A contiguous piece of the storage's segment, owned by a scope until closed. */
public final class Block extends Lease implements AutoCloseable {

    private final StorageScope scope;
    private final Frame frame;
    private final long generation;
    private final BlockWatch watch;
    private final @Nullable BlockTrace trace;
    private final long offset;
    private final long bytes;

    Block(StorageScope scope, Frame frame) {
        this.scope = scope;
        this.frame = frame;
        this.generation = frame.generation();
        this.watch = scope.storage().watch();
        this.trace = frame.trace;
        int guard = watch.guardBytes();
        this.offset = frame.offset() + guard;
        this.bytes = guard == 0 ? frame.bytes() : frame.requestedBytes() - 2L * guard;
    }

    /** Where it starts in the storage's segment. */
    public long offset() {
        if (watch.isGuarding()) {
            requireLive();
        }
        return offset;
    }

    /** Its usable size in bytes, at least what was asked for. */
    public long bytes() {
        if (watch.isGuarding()) {
            requireLive();
        }
        return bytes;
    }

    /** Makes every byte 0, where it is not so already. */
    void zero() {
        if (watch.isGuarding() || !frame.isZero()) {
            scope.memory().asSlice(offset, bytes).fill((byte) 0);
        }
    }

    /** Reports a fault when it was released. */
    void requireLive() {
        if (!isLive()) {
            watch.usedLate(this);
        }
    }

    /** Returns it, from any thread; a second call changes nothing, and is a fault in debug levels from guard on. */
    @Override
    public void close() {
        if (watch.isOn() && !watch.mayRelease(this)) {
            return;
        }
        if (!release() && watch.isGuarding()) {
            watch.releasedTwice(this);
        }
    }

    /** Whether every access to it is checked. */
    boolean isWatchedClosely() {
        return watch.isParanoid();
    }

    /** The memory that it stands for. */
    Frame frame() {
        return frame;
    }

    /** The scope that owns it. */
    StorageScope scope() {
        return scope;
    }

    /** The generation of its frame that it stands for. */
    long generation() {
        return generation;
    }

    /** What a debug level remembers of it. */
    @Nullable
    BlockTrace trace() {
        return trace;
    }

    /** Another handle of the same memory, by which its scope can release it while this one becomes garbage. */
    Block twin() {
        return new Block(scope, frame);
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
    @Nullable
    StorageFault leak(StorageFault.Kind kind) {
        return watch.isOn() ? watch.leak(kind, this) : null;
    }

    @Override
    boolean isLost() {
        return trace != null && trace.isLost();
    }

    @Override
    boolean release() {
        if (!frame.release(generation)) {
            return false;
        }
        try {
            if (watch.isOn()) {
                watch.released(frame);
            }
        } finally {
            scope.storage().arenas().release(frame, scope);
        }
        return true;
    }

    @Override
    public String toString() {
        return "Block[scope " + scope.name() + ", generation " + generation + " of " + frame + "]";
    }
}
