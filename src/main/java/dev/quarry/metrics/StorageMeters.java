package dev.quarry.metrics;

import static dev.quarry.metrics.ServiceMeters.*;

import dev.quarry.storage.ArenaStats;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageFault;
import dev.quarry.storage.StorageStats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;

/** The meters of the storage and of each arena. */
public final class StorageMeters implements MeterBinder {

    private final Snapshot<StorageStats> snapshot;

    /** Meters that read this storage's statistics. */
    public StorageMeters(BlockStorage storage) {
        this.snapshot = new Snapshot<>(storage::stats);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        SnapshotMeters<StorageStats> meters = new SnapshotMeters<>(registry, snapshot);
        bindTotals(meters);
        for (ArenaStats arena : snapshot.get().arenas()) {
            bindArena(meters, arena.index());
        }
    }

    private static void bindTotals(SnapshotMeters<StorageStats> meters) {
        meters.gauge(STORAGE_BUDGET, StorageStats::budgetBytes);
        meters.gauge(STORAGE_RESERVED, StorageStats::reservedBytes);
        meters.gauge(STORAGE_USED, StorageStats::usedBytes);
        meters.gauge(STORAGE_REQUESTED, StorageStats::requestedBytes);
        meters.gauge(STORAGE_CACHED, StorageStats::cachedBytes);
        meters.gauge(STORAGE_COMMITTED, StorageStats::committedBytes);
        meters.counter(STORAGE_COMMITS, StorageStats::commits);
        meters.gauge(STORAGE_PEAK, StorageStats::peakBytes);
        meters.gauge(STORAGE_WAITING, StorageStats::waiting);
        meters.timer(STORAGE_WAITS, StorageStats::waits, StorageStats::waitNanos);
        meters.counter(STORAGE_FAILURES, StorageStats::failures);
        for (StorageFault.Kind kind : StorageFault.Kind.values()) {
            meters.counter(kind.isLeak() ? STORAGE_LEAKS : STORAGE_CORRUPTIONS, s -> s.faults(kind), kind.tag());
        }
        meters.gauge(SCOPES_LIVE, StorageStats::liveScopes);
        meters.seconds(SCOPES_OLDEST, StorageStats::oldestScopeNanos);
    }

    private static void bindArena(SnapshotMeters<StorageStats> meters, int index) {
        String tag = Integer.toString(index);
        Function<StorageStats, ArenaStats> arena = storage -> storage.arenas().get(index);
        meters.gauge(ARENA_USED, s -> arena.apply(s).usedBytes(), tag);
        meters.gauge(ARENA_CACHED, s -> arena.apply(s).cachedBytes(), tag);
        meters.gauge(ARENA_BLOCKS_USED, s -> arena.apply(s).usedBlocks(), tag);
        meters.gauge(ARENA_BLOCKS_CACHED, s -> arena.apply(s).cachedBlocks(), tag);
        meters.gauge(ARENA_LARGEST_FREE, s -> arena.apply(s).largestCachedBytes(), tag);
        meters.gauge(ARENA_WASTE, s -> arena.apply(s).wasteRatio(), tag);
        meters.counter(ARENA_IMAGES, s -> arena.apply(s).images(), tag);
        meters.counter(ARENA_ALLOCATIONS, s -> arena.apply(s).allocations(), tag);
        meters.counter(ARENA_REUSES, s -> arena.apply(s).reuses(), tag);
        meters.counter(ARENA_REALLOCATIONS, s -> arena.apply(s).reallocations(), tag);
        meters.counter(ARENA_FREES, s -> arena.apply(s).frees(), tag);
        meters.counter(ARENA_HANDBACKS, s -> arena.apply(s).handbacks(), tag);
        meters.counter(ARENA_STEALS, s -> arena.apply(s).stealsIn(), tag);
        meters.counter(ARENA_PURGED, s -> arena.apply(s).purged(), tag);
        meters.counter(ARENA_FAILURES, s -> arena.apply(s).failures(), tag);
        bindLock(meters, arena, tag);
    }

    private static void bindLock(
            SnapshotMeters<StorageStats> meters, Function<StorageStats, ArenaStats> arena, String tag) {
        meters.counter(ARENA_LOCK_ACQUISITIONS, s -> arena.apply(s).lock().acquisitions(), tag);
        meters.counter(ARENA_LOCK_CONTENDED, s -> arena.apply(s).lock().contended(), tag);
        meters.timer(
                ARENA_LOCK_WAIT,
                s -> arena.apply(s).lock().contended(),
                s -> arena.apply(s).lock().waitNanos(),
                tag);
        meters.seconds(ARENA_LOCK_MAX, s -> arena.apply(s).lock().maxWaitNanos(), tag);
        meters.counter(ARENA_LOCK_SWITCHES, s -> arena.apply(s).lock().ownerSwitches(), tag);
    }
}
