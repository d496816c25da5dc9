package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What all scopes together hold, and the most that they ever held. */
final class UsageMeter {

    private final AtomicLong used = new AtomicLong();
    private final LongAccumulator peak = new LongAccumulator(Math::max, 0);
    private final LongAdder growing = new LongAdder();
    private final LongAdder growths = new LongAdder();

    /** Counts memory that a scope took, or gave back where {@code bytes} is negative. */
    void add(long bytes) {
        long now = used.addAndGet(bytes);
        if (bytes > 0) {
            peak.accumulate(now);
        }
    }

    /** Counts what growing buffers took outside of arenas, or gave back. */
    void addGrowing(long bytes) {
        growing.add(bytes);
        if (bytes > 0) {
            growths.increment();
        }
    }

    /** How often growing buffers took memory outside of arenas. */
    long growths() {
        return growths.sum();
    }

    /** What scopes hold now. */
    long usedBytes() {
        return used.get();
    }

    /** The most they held at one time. */
    long peakBytes() {
        return peak.get();
    }

    /** The part that lies outside of arenas. */
    long growingBytes() {
        return growing.sum();
    }
}
