package dev.quarry.storage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A picture of the storage, taken while all arenas stood still.
 *
 * @param budgetBytes the hard limit
 * @param reservedBytes sum of all scopes' reservations
 * @param usedBytes sizes of all blocks and growing buffers that scopes hold
 * @param requestedBytes what was asked for when they were handed out
 * @param cachedBytes sizes of idle blocks, and what growing buffers left for the next ones
 * @param growingBytes the part of {@code usedBytes} that growing buffers hold outside of arenas
 * @param committedBytes memory that the system may have had to provide
 * @param commits how often fresh memory was taken, for a block or for more of a growing buffer, since the start
 * @param peakBytes the largest sum that scopes held at one time, since the start
 * @param largestFreeBytes the longest run of addresses that no block lies in
 * @param waits reservations and allocations that had to wait, since the start
 * @param waitNanos time that they waited, since the start
 * @param waiting reservations and allocations that wait now
 * @param liveScopes scopes that are open
 * @param oldestScopeNanos age of the oldest open scope, 0 when none is open
 * @param faults wrong uses of the storage by kind, since the start; all but leaks are found in debug levels only
 * @param failures reservations and allocations that got no memory, since the start
 * @param total the sum over all arenas; its index is −1, its largest values are the largest of all
 * @param arenas one picture for each arena
 */
public record StorageStats(
        long budgetBytes,
        long reservedBytes,
        long usedBytes,
        long requestedBytes,
        long cachedBytes,
        long growingBytes,
        long committedBytes,
        long commits,
        long peakBytes,
        long largestFreeBytes,
        long waits,
        long waitNanos,
        int waiting,
        int liveScopes,
        long oldestScopeNanos,
        Map<StorageFault.Kind, Long> faults,
        long failures,
        ArenaStats total,
        List<ArenaStats> arenas) {

    /** Copies both collections. */
    public StorageStats {
        arenas = List.copyOf(arenas);
        faults = Map.copyOf(faults);
    }

    /** Faults of one kind. */
    public long faults(StorageFault.Kind kind) {
        return faults.getOrDefault(kind, 0L);
    }

    /** Blocks and buffers that were not given back in time. */
    public long leaks() {
        return sum(true);
    }

    /** Faults other than leaks. */
    public long corruptions() {
        return sum(false);
    }

    private long sum(boolean leaks) {
        return faults.entrySet().stream()
                .filter(entry -> entry.getKey().isLeak() == leaks)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /**
     * The same with counts that begin at {@code start}, an earlier picture of the same storage; the largest values
     * stay.
     */
    public StorageStats since(StorageStats start) {
        List<ArenaStats> differences = new ArrayList<>(arenas.size());
        for (int i = 0; i < arenas.size(); i++) {
            differences.add(arenas.get(i).since(start.arenas.get(i)));
        }
        return new StorageStats(
                budgetBytes,
                reservedBytes,
                usedBytes,
                requestedBytes,
                cachedBytes,
                growingBytes,
                committedBytes,
                commits - start.commits,
                peakBytes,
                largestFreeBytes,
                waits - start.waits,
                waitNanos - start.waitNanos,
                waiting,
                liveScopes,
                oldestScopeNanos,
                faultsSince(start),
                failures - start.failures,
                total.since(start.total),
                differences);
    }

    private Map<StorageFault.Kind, Long> faultsSince(StorageStats start) {
        Map<StorageFault.Kind, Long> differences = new EnumMap<>(StorageFault.Kind.class);
        faults.forEach((kind, count) -> differences.put(kind, count - start.faults(kind)));
        return differences;
    }

    /** Idle blocks of all arenas. */
    public int cachedBlocks() {
        return total.cachedBlocks();
    }

    /** Blocks that scopes hold, of all arenas. */
    public long usedBlocks() {
        return total.usedBlocks();
    }
}
