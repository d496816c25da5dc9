package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The account of the budget: what scopes reserved plus what caches keep never exceeds it, at no instant. Both sums are
 * pages in the two halves of one word, so each change sees and sets them together.
 */
final class MemoryLedger {

    private static final long PAGE = SizeClasses.PAGE_BYTES;
    private static final int HALF = 32;
    private static final long LOW = (1L << HALF) - 1;

    private final long budgetPages;
    private final AtomicLong reservedAndCached = new AtomicLong();
    private final AtomicInteger pressure = new AtomicInteger();

    MemoryLedger(long budgetBytes) {
        budgetPages = budgetBytes / PAGE;
    }

    /** The hard limit, in whole pages. */
    long budgetBytes() {
        return budgetPages * PAGE;
    }

    /** What scopes reserved. */
    long reservedBytes() {
        return (reservedAndCached.get() >>> HALF) * PAGE;
    }

    /** What caches keep, idle blocks on their way in and out included. */
    long cachedBytes() {
        return (reservedAndCached.get() & LOW) * PAGE;
    }

    /** What is charged in all. */
    long chargedBytes() {
        long state = reservedAndCached.get();
        return ((state >>> HALF) + (state & LOW)) * PAGE;
    }

    /** Reserves if there is room beside all that is cached. */
    boolean tryReserve(long bytes) {
        long pages = pages(bytes);
        while (true) {
            long state = reservedAndCached.get();
            long free = budgetPages - (state >>> HALF) - (state & LOW);
            if (pages > free) {
                return false;
            }
            if (reservedAndCached.compareAndSet(state, state + (pages << HALF))) {
                return true;
            }
        }
    }

    /** How many bytes must leave the caches to make room for a reservation; −1 when even empty caches do not. */
    long missingBytes(long bytes) {
        long pages = pages(bytes);
        long state = reservedAndCached.get();
        if (pages > budgetPages - (state >>> HALF)) {
            return -1;
        }
        return Math.max(0, (state >>> HALF) + (state & LOW) + pages - budgetPages) * PAGE;
    }

    /** Takes a reservation back. */
    void unreserve(long bytes) {
        reservedAndCached.addAndGet(-(pages(bytes) << HALF));
    }

    /** Charges an idle block if there is room for it, {@code maxBytes} keeps it, and nobody needs the room. */
    boolean tryCache(long bytes, long maxBytes) {
        long pages = pages(bytes);
        while (pressure.get() == 0) {
            long state = reservedAndCached.get();
            long cached = (state & LOW) + pages;
            if (cached > maxBytes / PAGE || cached + (state >>> HALF) > budgetPages) {
                return false;
            }
            if (reservedAndCached.compareAndSet(state, state + pages)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the charge of an idle block back. */
    void uncache(long bytes) {
        reservedAndCached.addAndGet(-pages(bytes));
    }

    /** Keeps caches from growing until {@link #relax}, while somebody empties them to make room. */
    void press() {
        pressure.incrementAndGet();
    }

    /** Ends one {@link #press}. */
    void relax() {
        pressure.decrementAndGet();
    }

    private static long pages(long bytes) {
        return Math.ceilDiv(bytes, PAGE);
    }
}
