package dev.quarry.engine;

import dev.quarry.error.ServiceException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The part of the budget that uploads may hold. Without it uploads could take all memory, and the jobs that would consume
 * them could have none. An upload that does not fit waits, unread, in first-come order; one that is larger than the whole
 * share gets it for itself. Safe for use by several threads at once.
 */
public final class UploadShare {

    private final long shareBytes;
    private final int mostWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private long freeBytes;
    private boolean closed;

    UploadShare(long shareBytes, int mostWaiting) {
        this.shareBytes = shareBytes;
        this.mostWaiting = mostWaiting;
        this.freeBytes = shareBytes;
    }

    /** Who waits for how much. */
    private static final class Waiter {
        private final long bytes;
        private final Condition granting;
        private boolean granted;

        Waiter(long bytes, Condition granting) {
            this.bytes = bytes;
            this.granting = granting;
        }
    }

    /** The size of the share. */
    public long shareBytes() {
        return shareBytes;
    }

    /** Uploads that wait, unread. */
    public int waiting() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a part of the share, waiting for it.
     *
     * @param deadlineNanos latest time, on {@link System#nanoTime}'s clock
     * @throws ServiceException when too many wait, the deadline passes, or the service stops
     */
    public Hold acquire(long bytes, long deadlineNanos) throws InterruptedException {
        Hold hold = new Hold();
        hold.grow(bytes, deadlineNanos);
        return hold;
    }

    /** What one upload holds. Used by one thread at a time. */
    public final class Hold implements AutoCloseable {

        private long heldBytes;

        private Hold() {}

        /** Takes {@code bytes} more, waiting as {@link #acquire} does; never more than the whole share. */
        public void grow(long bytes, long deadlineNanos) throws InterruptedException {
            long wanted = Math.min(bytes, shareBytes - heldBytes);
            if (wanted > 0) {
                take(wanted, deadlineNanos);
                heldBytes += wanted;
            }
        }

        /** Gives all of it back. */
        @Override
        public void close() {
            give(heldBytes);
            heldBytes = 0;
        }
    }

    private void take(long bytes, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            refuseIfClosed();
            if (waiters.isEmpty() && bytes <= freeBytes) {
                freeBytes -= bytes;
                return;
            }
            if (waiters.size() >= mostWaiting) {
                throw EngineException.queueFull(mostWaiting, 1);
            }
            await(new Waiter(bytes, lock.newCondition()), deadlineNanos);
        } finally {
            lock.unlock();
        }
    }

    private void await(Waiter waiter, long deadlineNanos) throws InterruptedException {
        waiters.addLast(waiter);
        boolean taken = false;
        try {
            while (!waiter.granted) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    throw EngineException.noRoomForUpload(waiter.bytes, shareBytes);
                }
                long ignored = waiter.granting.awaitNanos(left);
                refuseIfClosed();
            }
            taken = true;
        } finally {
            if (!taken) {
                waiters.remove(waiter);
                freeBytes += waiter.granted ? waiter.bytes : 0;
                grant();
            }
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw EngineException.draining();
        }
    }

    private void give(long bytes) {
        lock.lock();
        try {
            freeBytes += bytes;
            grant();
        } finally {
            lock.unlock();
        }
    }

    /** Lets those in who fit, in order: nobody overtakes the first. */
    private void grant() {
        for (Waiter first = waiters.peekFirst();
                first != null && first.bytes <= freeBytes;
                first = waiters.peekFirst()) {
            waiters.removeFirst();
            freeBytes -= first.bytes;
            first.granted = true;
            first.granting.signal();
        }
    }

    /** Sends all who wait away, and whoever comes from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            waiters.forEach(waiter -> waiter.granting.signal());
        } finally {
            lock.unlock();
        }
    }
}
