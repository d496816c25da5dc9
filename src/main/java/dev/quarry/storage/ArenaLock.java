package dev.quarry.storage;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of one arena, which measures how it is fought for. It barges on purpose: a fair lock hands over at each release,
 * which costs far more than the few instructions that it guards.
 */
final class ArenaLock {

    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder contended = new LongAdder();

    // Guarded by the lock itself.
    private long acquisitions;
    private long waitNanos;
    private long maxWaitNanos;
    private long recentMaxWaitNanos;
    private long ownerSwitches;
    private long lastOwner = -1;

    /** Takes the lock if it is free. */
    boolean tryAcquire() {
        if (!lock.tryLock()) {
            contended.increment();
            return false;
        }
        countAcquisition();
        return true;
    }

    /** Takes the lock, waiting for it. */
    void acquire() {
        if (!tryAcquire()) {
            acquireBusy();
        }
    }

    /** Takes the lock after {@link #tryAcquire} failed. */
    void acquireBusy() {
        long start = System.nanoTime();
        lock.lock();
        long waited = System.nanoTime() - start;
        waitNanos += waited;
        maxWaitNanos = Math.max(maxWaitNanos, waited);
        recentMaxWaitNanos = Math.max(recentMaxWaitNanos, waited);
        countAcquisition();
    }

    private void countAcquisition() {
        acquisitions++;
        long owner = Thread.currentThread().threadId();
        if (owner != lastOwner) {
            ownerSwitches++;
            lastOwner = owner;
        }
    }

    /** Gives the lock up. */
    void release() {
        lock.unlock();
    }

    /** Whether the current thread was the last to take it; needs no lock and may be wrong. */
    boolean wasMine() {
        return lastOwner == Thread.currentThread().threadId();
    }

    /** Whether the current thread has it. */
    boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    /** What was measured since the start; only while the lock is held. */
    LockStats stats() {
        return stats(false);
    }

    /** What was measured, the longest wait since {@link #restartPeak} where {@code recent}; only while the lock is held. */
    LockStats stats(boolean recent) {
        long longest = recent ? recentMaxWaitNanos : maxWaitNanos;
        return new LockStats(acquisitions, contended.sum(), waitNanos, longest, ownerSwitches);
    }

    /** Forgets the longest wait so far, but for those who ask for all; only while the lock is held. */
    void restartPeak() {
        recentMaxWaitNanos = 0;
    }
}
