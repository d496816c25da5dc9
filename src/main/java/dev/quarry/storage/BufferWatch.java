package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
import org.jspecify.annotations.Nullable;

/** What a debug level does for one growing buffer: it marks the memory, looks at it, and writes the reports. */
final class BufferWatch {

    private final BlockWatch watch;
    private final String scopeName;
    private final long maxBytes;
    private final @Nullable BlockTrace trace;

    BufferWatch(StorageScope scope, long maxBytes) {
        this.watch = scope.storage().watch();
        this.scopeName = scope.name();
        this.maxBytes = maxBytes;
        this.trace = watch.isOn() ? watch.trace(scope) : null;
    }

    /**
     * How a buffer lies in memory at one moment.
     *
     * @param offset where its memory starts in the storage's segment, guards included; 0 when it has none
     * @param bytes the size of that memory, guards included
     * @param start where its bytes start
     * @param usableBytes how many bytes it may hold there
     * @param length how many it holds
     * @param guarded whether guards of its own lie around it, as they do where it does not lie in a block
     * @param live whether nobody has released it
     */
    record Place(long offset, long bytes, long start, long usableBytes, long length, boolean guarded, boolean live) {

        private GuardedMemory.Extent extent() {
            return new GuardedMemory.Extent(offset, bytes, usableBytes);
        }
    }

    /** Whether its memory is guarded, and every call is checked. */
    boolean isGuarding() {
        return watch.isGuarding();
    }

    /** Bytes at both ends of its memory that nobody may touch. */
    int guardBytes() {
        return watch.guardBytes();
    }

    /** Remembers who released it. */
    void release() {
        if (trace != null) {
            trace.release(watch.isParanoid());
        }
    }

    /** Marks what was added behind the first {@code usableBefore} bytes, and puts the guard after it. */
    void mark(Place place, long usableBefore) {
        if (!watch.isGuarding()) {
            return;
        }
        GuardedMemory memory = watch.memory();
        if (usableBefore == 0) {
            memory.arm(place.extent());
        } else {
            memory.freshen(place.start + usableBefore, place.usableBytes - usableBefore);
            memory.armEnd(place.extent());
        }
    }

    /** The report of a damaged guard; null when there is no damage, or none is looked for. */
    @Nullable
    StorageFault damage(Place place, String moment) {
        if (!place.guarded) {
            return null;
        }
        boolean before = watch.memory().damageBefore(place.extent()) >= 0;
        if (!before && watch.memory().damageAfter(place.extent()) < 0) {
            return null;
        }
        Kind kind = before ? Kind.WRITE_BEFORE_BLOCK : Kind.WRITE_AFTER_BLOCK;
        return fault(kind, "when " + moment + ", by " + BlockTrace.nameOfThread(), place);
    }

    /** The report of a buffer that is live at the end of its scope or storage; null where it was not watched. */
    @Nullable
    StorageFault leak(Kind kind, Place place) {
        return trace == null ? null : fault(kind, "when " + BlockTrace.nameOfThread() + " closed it", place);
    }

    /** Reports a buffer that is used after its release. */
    void usedLate(Place place) {
        report(fault(Kind.USE_AFTER_RELEASE, "when " + BlockTrace.nameOfThread() + " used it", place));
    }

    /** Reports a buffer that was released before. */
    void releasedTwice(Place place) {
        report(fault(Kind.DOUBLE_RELEASE, "when " + BlockTrace.nameOfThread() + " released it", place));
    }

    /** Acts on a fault, if there is one. */
    void report(@Nullable StorageFault fault) {
        watch.report(fault);
    }

    private StorageFault fault(Kind kind, String found, Place place) {
        return watch.scene().fault(kind, found, subject(place));
    }

    private StorageFault.Subject subject(Place place) {
        GuardedMemory memory = watch.memory();
        return new StorageFault.Subject(
                "growing buffer of at most " + maxBytes + " bytes",
                place.offset,
                place.bytes,
                place.length,
                trace == null ? -1 : trace.serial(),
                1,
                place.live ? "LIVE" : "RELEASED",
                scopeName,
                place.guarded ? memory.before(place.extent()) : null,
                place.guarded ? memory.after(place.extent()) : null,
                place.live ? memory.first(place.start, place.length) : "",
                place.live ? memory.last(place.start, place.length) : "",
                trace == null ? null : trace.allocated(),
                trace == null ? null : trace.released());
    }
}
