package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicLong;

/** The account of one scope: what it reserved, and how much of that no live lease is charged for. Safe for use by several threads at once. */
final class ScopeAccount {

    // Twice the bytes that no live lease is charged for, plus one once closed: whoever gives a lease back must know at
    // once whether its bytes are the scope's again or nobody's.
    private final AtomicLong unusedAndClosed;

    // Written under the lock; only ever raised before, and lowered after, what is unused.
    private volatile long reserved;
    private volatile long peak;

    ScopeAccount(long reservedBytes) {
        reserved = reservedBytes;
        unusedAndClosed = new AtomicLong(2 * reservedBytes);
    }

    /** What is reserved. */
    long reservedBytes() {
        return reserved;
    }

    /** What live leases are charged for. */
    long usedBytes() {
        long state = unusedAndClosed.get();
        return isClosed(state) ? 0 : reserved - (state >> 1);
    }

    /** What no live lease is charged for. */
    long unusedBytes() {
        return unusedAndClosed.get() >> 1;
    }

    /** The largest {@link #usedBytes} so far. */
    long peakBytes() {
        return peak;
    }

    /** Whether it was closed. */
    boolean isClosed() {
        return isClosed(unusedAndClosed.get());
    }

    private static boolean isClosed(long state) {
        return (state & 1) == 1;
    }

    /** Adds to what is reserved; false once it is closed. */
    synchronized boolean tryTopUp(long bytes) {
        if (isClosed()) {
            return false;
        }
        reserved += bytes;
        unusedAndClosed.getAndAdd(2 * bytes);
        return true;
    }

    /** Takes a part out that is not in use; false where less is unused or it is closed. */
    synchronized boolean trySplit(long bytes) {
        if (!tryTakeUnused(bytes)) {
            return false;
        }
        reserved -= bytes;
        return true;
    }

    /** Charges a lease; false where less is unused or it is closed. */
    boolean tryCharge(long bytes) {
        if (!tryTakeUnused(bytes)) {
            return false;
        }
        // Others may release meanwhile, so this may be more than was held at any instant, but never less.
        long used = usedBytes();
        if (used > peak) {
            raisePeak(used);
        }
        return true;
    }

    private synchronized void raisePeak(long used) {
        peak = Math.max(peak, used);
    }

    private boolean tryTakeUnused(long bytes) {
        while (true) {
            long state = unusedAndClosed.get();
            if (isClosed(state) || bytes > state >> 1) {
                return false;
            }
            if (unusedAndClosed.compareAndSet(state, state - 2 * bytes)) {
                return true;
            }
        }
    }

    /** Ends a charge, from any thread, without waiting; false where it was closed before, and the bytes are nobody's. */
    boolean uncharge(long bytes) {
        return !isClosed(unusedAndClosed.getAndAdd(2 * bytes));
    }

    /** Closes it; what no lease was charged for at that moment. */
    synchronized long close() {
        long unused = unusedAndClosed.getAndUpdate(state -> state | 1) >> 1;
        reserved = 0;
        return unused;
    }
}
