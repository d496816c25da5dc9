package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The account of the budget, which has two sides. What scopes reserved is a promise; what they use of it and what caches keep
 * is there. Neither exceeds the budget, at no instant. So caches may fill the part of the promises that nobody uses yet, and
 * make way when somebody does: a block that comes back within a request stays warm even while all of the budget is reserved.
 *
 * <p>Scopes use no more than they reserved, so what is used fits into the budget once caches are empty.
 *
 * <p>Used and cached are pages in the two halves of one word, so a block changes sides in one step.
 */
final class MemoryLedger {

    private static final long PAGE = SizeClasses.PAGE_BYTES;
    private static final int HALF = 32;
    private static final long LOW = (1L << HALF) - 1;

    private final long budgetPages;
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong usedAndCached = new AtomicLong();
    private final AtomicLong stranded = new AtomicLong();
    private final AtomicInteger pressure = new AtomicInteger();
    private final Object peakLock = new Object();

    // In pages, written under the lock; the recent one begins anew when somebody asks for it.
    private volatile long peak;
    private volatile long recentPeak;

    MemoryLedger(long budgetBytes) {
        budgetPages = budgetBytes / PAGE;
    }

    /** The hard limit, in whole pages. */
    long budgetBytes() {
        return budgetPages * PAGE;
    }

    /** What scopes reserved. */
    long reservedBytes() {
        return reserved.get() * PAGE;
    }

    /** What scopes use. */
    long usedBytes() {
        return used(usedAndCached.get()) * PAGE;
    }

    /** What caches keep, idle blocks on their way in and out included, and what the system refuses to take back. */
    long cachedBytes() {
        return cached(usedAndCached.get()) * PAGE;
    }

    /** What is there: used or cached. */
    long heldBytes() {
        return held(usedAndCached.get()) * PAGE;
    }

    /** What is charged in all: the larger side. */
    long chargedBytes() {
        return Math.max(reservedBytes(), heldBytes());
    }

    /** The part of {@link #cachedBytes} that the system refused to take back. */
    long strandedBytes() {
        return stranded.get() * PAGE;
    }

    /** What caches could still give back. */
    long reclaimableBytes() {
        return cachedBytes() - strandedBytes();
    }

    /** The most that scopes used at one time. */
    long peakBytes() {
        return peak * PAGE;
    }

    /** The most that scopes used at one time since {@link #restartPeak}. */
    long recentPeakBytes() {
        return recentPeak * PAGE;
    }

    /** Lets {@link #recentPeakBytes} begin at what is used now. */
    void restartPeak() {
        synchronized (peakLock) {
            recentPeak = used(usedAndCached.get());
        }
    }

    /** Reserves if the budget has so much that is not reserved. */
    boolean tryReserve(long bytes) {
        long pages = pages(bytes);
        while (true) {
            long now = reserved.get();
            if (pages > budgetPages - now) {
                return false;
            }
            if (reserved.compareAndSet(now, now + pages)) {
                return true;
            }
        }
    }

    /** Takes a reservation back. */
    void unreserve(long bytes) {
        reserved.addAndGet(-pages(bytes));
    }

    /** Charges fresh memory to use if there is room beside all that is cached. */
    boolean tryUse(long bytes) {
        long pages = pages(bytes);
        while (true) {
            long state = usedAndCached.get();
            if (pages > budgetPages - held(state)) {
                return false;
            }
            if (usedAndCached.compareAndSet(state, state + (pages << HALF))) {
                notePeak(used(state) + pages);
                return true;
            }
        }
    }

    /** How many bytes must leave the caches to make room for fresh memory. */
    long missingBytes(long bytes) {
        return Math.max(0, held(usedAndCached.get()) - budgetPages + pages(bytes)) * PAGE;
    }

    /** Takes the charge of used memory back that went to the system. */
    void unuse(long bytes) {
        usedAndCached.addAndGet(-(pages(bytes) << HALF));
    }

    /** Makes an idle block a used one. */
    void reuse(long bytes) {
        long pages = pages(bytes);
        notePeak(used(usedAndCached.addAndGet((pages << HALF) - pages)));
    }

    /** Makes a used block an idle one if {@code maxBytes} allows it and nobody needs the room. */
    boolean tryKeep(long bytes, long maxBytes) {
        long pages = pages(bytes);
        long most = maxBytes / PAGE;
        while (pressure.get() == 0) {
            long state = usedAndCached.get();
            if (pages > most - cached(state)) {
                return false;
            }
            if (usedAndCached.compareAndSet(state, state - (pages << HALF) + pages)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the charge of an idle block back. */
    void uncache(long bytes) {
        usedAndCached.addAndGet(-pages(bytes));
    }

    /** Counts idle memory as such that the system refused to take back. */
    void strand(long bytes) {
        stranded.addAndGet(pages(bytes));
    }

    /** Takes the charge of stranded memory back, which the system took after all. */
    void unstrand(long bytes) {
        stranded.addAndGet(-pages(bytes));
        uncache(bytes);
    }

    /** Counts used memory as idle, whatever the bound of the cache. */
    void abandon(long bytes) {
        long pages = pages(bytes);
        usedAndCached.addAndGet(pages - (pages << HALF));
    }

    /** Keeps caches from growing until {@link #relax}, while somebody empties them to make room. */
    void press() {
        pressure.incrementAndGet();
    }

    /** Ends one {@link #press}. */
    void relax() {
        pressure.decrementAndGet();
    }

    private void notePeak(long usedPages) {
        if (usedPages > recentPeak) {
            synchronized (peakLock) {
                recentPeak = Math.max(recentPeak, usedPages);
                peak = Math.max(peak, usedPages);
            }
        }
    }

    private static long used(long state) {
        return state >>> HALF;
    }

    private static long cached(long state) {
        return state & LOW;
    }

    private static long held(long state) {
        return used(state) + cached(state);
    }

    private static long pages(long bytes) {
        return Math.ceilDiv(bytes, PAGE);
    }
}
