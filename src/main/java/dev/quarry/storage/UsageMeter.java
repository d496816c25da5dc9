package dev.quarry.storage;

import java.util.concurrent.atomic.LongAdder;

/** What growing buffers hold outside of arenas. */
final class UsageMeter {

    private final LongAdder growing = new LongAdder();

    /** Counts memory that a growing buffer took, or gave back where {@code bytes} is negative. */
    void addGrowing(long bytes) {
        growing.add(bytes);
    }

    /** What they hold now. */
    long growingBytes() {
        return growing.sum();
    }
}
