package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.TurnQueue;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * One part of the memory for uploads, and those who wait for it, in turns of their clients. Guarded by the lock of its
 * share.
 */
final class UploadLane {

    private static final long QUANTUM_BYTES = 1 << 20;
    private static final int MOST_DEBTORS = 1024;

    private final long bytes;
    private final TurnQueue<Waiter> waiters = new TurnQueue<>(QUANTUM_BYTES, MOST_DEBTORS);
    private long freeBytes;

    UploadLane(long bytes) {
        this.bytes = bytes;
        this.freeBytes = bytes;
    }

    /** An upload that waits for its memory. */
    static final class Waiter {
        private final ClientId client;
        private final long bytes;
        private final Condition granting;
        private boolean granted;

        Waiter(ClientId client, long bytes, Condition granting) {
            this.client = client;
            this.bytes = bytes;
            this.granting = granting;
        }

        Condition granting() {
            return granting;
        }

        long bytes() {
            return bytes;
        }

        boolean isGranted() {
            return granted;
        }
    }

    long bytes() {
        return bytes;
    }

    long freeBytes() {
        return freeBytes;
    }

    int waiting() {
        return waiters.size();
    }

    int waitingOf(ClientId client) {
        return waiters.sizeOf(client);
    }

    /** Takes at once, unless others wait or there is too little. */
    boolean tryTake(long wanted) {
        if (waiters.size() > 0 || wanted > freeBytes) {
            return false;
        }
        freeBytes -= wanted;
        return true;
    }

    /** Takes whatever others wait for, and more than there is, if need be. */
    void overdraw(long wanted) {
        freeBytes -= wanted;
    }

    void enter(Waiter waiter) {
        waiters.add(waiter.client, waiter, waiter.bytes);
    }

    /** Forgets a waiter that gives up, with what it may have been granted meanwhile. */
    void leave(Waiter waiter) {
        boolean ignored = waiters.remove(waiter.client, waiter);
        give(waiter.granted ? waiter.bytes : 0);
    }

    /** Takes memory back, and lets those in who fit, in turn: nobody overtakes the one whose turn it is. */
    void give(long given) {
        freeBytes += given;
        for (Waiter next = waiters.peek(); next != null; next = waiters.peek()) {
            if (next.bytes > freeBytes) {
                waiters.hold();
                return;
            }
            grant(waiters.poll());
        }
    }

    private void grant(@Nullable Waiter waiter) {
        if (waiter != null) {
            freeBytes -= waiter.bytes;
            waiter.granted = true;
            waiter.granting.signal();
        }
    }

    /** Wakes all, so that they look around. */
    void wakeAll() {
        // Each looks, sees that the share is closed, and leaves by itself.
        waiters.forEach(waiter -> waiter.granting.signal());
    }
}
