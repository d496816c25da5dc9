package dev.quarry.storage;

import org.jspecify.annotations.Nullable;

/** Memory that a scope is charged for until somebody releases it. */
abstract sealed class Lease permits Block, GrowingBuffer {

    /** Whether nobody has released it yet. */
    abstract boolean isLive();

    /** The report of memory that is live though it should not be; null where it was not watched. */
    abstract @Nullable StorageFault leak(StorageFault.Kind kind);

    /** Whether it was reported already that nobody can release it. */
    abstract boolean isLost();

    /** Gives the memory back; true if this call did it, so true for one caller only. */
    abstract boolean release();
}
