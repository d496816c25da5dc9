package dev.quarry.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The weight tables used last, up to a number of bytes; safe for many threads. A table takes half a millisecond to compute,
 * a fifth of the resize that it is for, and a service makes the same few sizes again and again.
 */
public final class ResampleWeightsCache {

    private final long maxBytes;
    private final LinkedHashMap<Key, ResampleWeights> tables = new LinkedHashMap<>(16, 0.75f, true);
    private long heldBytes;

    /** An empty cache; a table larger than {@code maxBytes} is not kept. */
    public ResampleWeightsCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The table that {@link ResampleWeights#of} gives for these arguments. */
    public ResampleWeights get(
            ResampleFilter filter,
            int sourceSize,
            double windowStart,
            double windowSize,
            int targetSize,
            double targetExtent) {
        Key key = new Key(filter, sourceSize, windowStart, windowSize, targetSize, targetExtent);
        ResampleWeights known = find(key);
        if (known != null) {
            return known;
        }
        // Outside the lock: two threads that miss the same table compute it twice, but nobody waits for a computation.
        ResampleWeights made =
                ResampleWeights.of(filter, sourceSize, windowStart, windowSize, targetSize, targetExtent);
        keep(key, made);
        return made;
    }

    /** Whether the table for these arguments is held; asking changes nothing. */
    synchronized boolean holds(
            ResampleFilter filter,
            int sourceSize,
            double windowStart,
            double windowSize,
            int targetSize,
            double targetExtent) {
        return tables.containsKey(new Key(filter, sourceSize, windowStart, windowSize, targetSize, targetExtent));
    }

    /** Bytes of the tables held. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    private synchronized @Nullable ResampleWeights find(Key key) {
        return tables.get(key);
    }

    private synchronized void keep(Key key, ResampleWeights made) {
        if (made.heldBytes() > maxBytes || tables.putIfAbsent(key, made) != null) {
            return;
        }
        heldBytes += made.heldBytes();
        var oldest = tables.entrySet().iterator();
        while (heldBytes > maxBytes) {
            Map.Entry<Key, ResampleWeights> entry = oldest.next();
            heldBytes -= entry.getValue().heldBytes();
            oldest.remove();
        }
    }

    private record Key(
            ResampleFilter filter,
            int sourceSize,
            double windowStart,
            double windowSize,
            int targetSize,
            double targetExtent) {}
}
