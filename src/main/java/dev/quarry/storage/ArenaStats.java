package dev.quarry.storage;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A picture of one arena, taken under its lock: {@code allocations + remainders + stealsIn − stealsOut
 * − frees − cachedBlocks = usedBlocks}, and so {@code allocations + remainders − frees − cachedBlocks = usedBlocks} over all
 * arenas.
 *
 * @param index which arena
 * @param images row leases of scopes that call this arena home, since the start
 * @param allocations blocks handed out of fresh memory, since the start
 * @param remainders idle blocks that are what a split left over, since the start
 * @param reuses blocks handed out again from the cache, since the start
 * @param reallocations blocks that were split or replaced a smaller one of the same owner, since the start
 * @param frees blocks that went back to the system, since the start
 * @param cachedBlocks idle blocks kept
 * @param cachedBytes their sizes
 * @param usedBlocks blocks that scopes hold
 * @param usedBytes their sizes
 * @param requestedBytes what was asked for when they were handed out
 * @param wasteRatio (size − requested) / requested over used blocks of at least 16 kB, 0 when there is none
 * @param largestCachedBytes the largest idle block
 * @param handbacks blocks that came back from a thread that left the lock to others, or found it busy, since the start
 * @param stealsIn idle blocks that came from another arena for good, since the start
 * @param stealsOut idle blocks that went to another arena for good, since the start
 * @param purged idle blocks given back to the system to make room or for their age, since the start
 * @param failures allocations for scopes of this arena that got no memory, since the start
 * @param lock how the lock was fought for
 */
public record ArenaStats(
        int index,
        long images,
        long allocations,
        long remainders,
        long reuses,
        long reallocations,
        long frees,
        int cachedBlocks,
        long cachedBytes,
        long usedBlocks,
        long usedBytes,
        long requestedBytes,
        double wasteRatio,
        long largestCachedBytes,
        long handbacks,
        long stealsIn,
        long stealsOut,
        long purged,
        long failures,
        LockStats lock) {

    /** (size − requested) / requested, 0 when nothing is requested. */
    static double wasteRatio(long usedBytes, long requestedBytes) {
        return requestedBytes == 0 ? 0 : (double) usedBytes / requestedBytes - 1;
    }

    /** The sum of some arenas, whose waste is {@code wasteRatio}. */
    static ArenaStats total(List<ArenaStats> arenas, double wasteRatio) {
        return new ArenaStats(
                -1,
                sum(arenas, ArenaStats::images),
                sum(arenas, ArenaStats::allocations),
                sum(arenas, ArenaStats::remainders),
                sum(arenas, ArenaStats::reuses),
                sum(arenas, ArenaStats::reallocations),
                sum(arenas, ArenaStats::frees),
                Math.toIntExact(sum(arenas, ArenaStats::cachedBlocks)),
                sum(arenas, ArenaStats::cachedBytes),
                sum(arenas, ArenaStats::usedBlocks),
                sum(arenas, ArenaStats::usedBytes),
                sum(arenas, ArenaStats::requestedBytes),
                wasteRatio,
                arenas.stream().mapToLong(ArenaStats::largestCachedBytes).max().orElse(0),
                sum(arenas, ArenaStats::handbacks),
                sum(arenas, ArenaStats::stealsIn),
                sum(arenas, ArenaStats::stealsOut),
                sum(arenas, ArenaStats::purged),
                sum(arenas, ArenaStats::failures),
                arenas.stream().map(ArenaStats::lock).reduce(LockStats::plus).orElseThrow());
    }

    private static long sum(List<ArenaStats> arenas, ToLongFunction<ArenaStats> value) {
        return arenas.stream().mapToLong(value).sum();
    }

    /** The same with counts that begin at {@code start}, an earlier picture of the same arena. */
    ArenaStats since(ArenaStats start) {
        return new ArenaStats(
                index,
                images - start.images,
                allocations - start.allocations,
                remainders - start.remainders,
                reuses - start.reuses,
                reallocations - start.reallocations,
                frees - start.frees,
                cachedBlocks,
                cachedBytes,
                usedBlocks,
                usedBytes,
                requestedBytes,
                wasteRatio,
                largestCachedBytes,
                handbacks - start.handbacks,
                stealsIn - start.stealsIn,
                stealsOut - start.stealsOut,
                purged - start.purged,
                failures - start.failures,
                lock.since(start.lock));
    }
}
