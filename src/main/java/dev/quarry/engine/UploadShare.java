package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.error.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The part of the budget that uploads may hold. Without it uploads could take all memory, and the jobs that would consume
 * them could have none. An upload that does not fit waits, unread, and clients come in turns; one that is larger than the
 * whole part gets it for itself. Small bodies have a lane of their own and never stand behind big ones. Safe for use by
 * several threads at once.
 */
public final class UploadShare {

    /** The largest body that counts as small. */
    public static final long SMALL_BODY_BYTES = 256 << 10;

    private static final int SMALL_DIVISOR = 4;

    private final long shareBytes;
    private final int mostWaiting;
    private final int mostWaitingOfOne;
    private final LongSupplier retryAfterSeconds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition roomToGrow = lock.newCondition();
    private final UploadLane small;
    private final UploadLane big;

    // Uploads of unknown length that have outgrown the small lane, oldest first.
    private final List<Hold> growing = new ArrayList<>();
    private boolean closed;

    /**
     * A share of {@code shareBytes}.
     *
     * @param mostWaiting how many uploads may wait
     * @param mostWaitingOfOne how many of one client
     * @param retryAfterSeconds when a refused client may come back
     */
    UploadShare(long shareBytes, int mostWaiting, int mostWaitingOfOne, LongSupplier retryAfterSeconds) {
        this.shareBytes = shareBytes;
        this.mostWaiting = mostWaiting;
        this.mostWaitingOfOne = mostWaitingOfOne;
        this.retryAfterSeconds = retryAfterSeconds;
        this.small = new UploadLane(shareBytes / SMALL_DIVISOR);
        this.big = new UploadLane(shareBytes - shareBytes / SMALL_DIVISOR);
    }

    /** The size of the share. */
    public long shareBytes() {
        return shareBytes;
    }

    /** Uploads that wait, unread. */
    public int waiting() {
        lock.lock();
        try {
            return small.waiting() + big.waiting();
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
    public Hold acquire(ClientId client, long bytes, long deadlineNanos) throws InterruptedException {
        Hold hold = new Hold(client);
        hold.acquire(bytes, deadlineNanos);
        return hold;
    }

    /** What one upload holds. Used by one thread at a time. */
    public final class Hold implements AutoCloseable {

        private final ClientId client;
        private long smallBytes;
        private long bigBytes;

        private Hold(ClientId client) {
            this.client = client;
        }

        private void acquire(long bytes, long deadlineNanos) throws InterruptedException {
            boolean isSmall = bytes <= SMALL_BODY_BYTES;
            UploadLane lane = isSmall ? small : big;
            long wanted = Math.min(bytes, lane.bytes());
            take(lane, client, wanted, deadlineNanos);
            if (isSmall) {
                smallBytes = wanted;
            } else {
                bigBytes = wanted;
            }
        }

        /**
         * Takes {@code bytes} more, for an upload whose length is not known. Those that hold memory already do not wait
         * behind those that hold none; and the oldest of them need not wait at all, so that they cannot all wait for each
         * other.
         */
        public void grow(long bytes, long deadlineNanos) throws InterruptedException {
            long wanted = Math.min(bytes, big.bytes() - bigBytes);
            if (wanted > 0) {
                takeMore(this, wanted, deadlineNanos);
                bigBytes += wanted;
            }
        }

        /** Gives all of it back. */
        @Override
        public void close() {
            lock.lock();
            try {
                growing.remove(this);
                small.give(smallBytes);
                big.give(bigBytes);
                smallBytes = 0;
                bigBytes = 0;
                roomToGrow.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void take(UploadLane lane, ClientId client, long bytes, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            refuseIfClosed();
            if (!lane.tryTake(bytes)) {
                refuseIfFull(client);
                await(lane, new UploadLane.Waiter(client, bytes, lock.newCondition()), bytes, deadlineNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private void refuseIfFull(ClientId client) {
        int all = small.waiting() + big.waiting();
        if (all >= mostWaiting) {
            throw EngineException.queueFull(all, mostWaiting, retryAfterSeconds.getAsLong());
        }
        int own = small.waitingOf(client) + big.waitingOf(client);
        if (own >= mostWaitingOfOne) {
            throw EngineException.clientShare(own, mostWaitingOfOne, retryAfterSeconds.getAsLong());
        }
    }

    private void await(UploadLane lane, UploadLane.Waiter waiter, long bytes, long deadlineNanos)
            throws InterruptedException {
        lane.enter(waiter);
        boolean taken = false;
        try {
            while (!waiter.isGranted()) {
                awaitUntil(waiter.granting(), bytes, deadlineNanos);
            }
            taken = true;
        } finally {
            if (!taken) {
                lane.leave(waiter);
            }
        }
    }

    private void takeMore(Hold hold, long bytes, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            refuseIfClosed();
            if (!growing.contains(hold)) {
                growing.addLast(hold);
            }
            while (bytes > big.freeBytes() && growing.getFirst() != hold) {
                awaitUntil(roomToGrow, bytes, deadlineNanos);
            }
            big.overdraw(bytes);
        } finally {
            lock.unlock();
        }
    }

    private void awaitUntil(Condition condition, long bytes, long deadlineNanos) throws InterruptedException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw EngineException.noRoomForUpload(bytes, shareBytes);
        }
        long ignored = condition.awaitNanos(left);
        refuseIfClosed();
    }

    private void refuseIfClosed() {
        if (closed) {
            throw EngineException.draining();
        }
    }

    /** Sends all who wait away, and whoever comes from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            small.wakeAll();
            big.wakeAll();
            roomToGrow.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
