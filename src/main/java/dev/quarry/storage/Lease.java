package dev.quarry.storage;

/** Memory that a scope is charged for until somebody releases it. */
abstract sealed class Lease permits Block, GrowingBuffer {

    /** Whether nobody has released it yet. */
    abstract boolean isLive();

    /** Gives the memory back; true if this call did it, so true for one caller only. */
    abstract boolean release();
}
