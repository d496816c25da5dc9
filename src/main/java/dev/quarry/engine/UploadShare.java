package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.error.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private static final long LOOK_AFTER_CLIENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

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
     * @param connection who waits; looked at from time to time
     * @param deadlineNanos latest time, on {@link System#nanoTime}'s clock
     * @throws ServiceException when too many wait, the client leaves, the deadline passes, or the service stops
     */
    public Hold acquire(ClientId client, ClientConnection connection, long bytes, long deadlineNanos)
            throws InterruptedException {
        Hold hold = new Hold(client, connection);
        hold.acquire(bytes, deadlineNanos);
        return hold;
    }

    /** What one upload holds. Used by one thread at a time. */
    public final class Hold implements AutoCloseable {

        private final ClientId client;
        private final ClientConnection connection;
        private long smallBytes;
        private long bigBytes;

        private Hold(ClientId client, ClientConnection connection) {
            this.client = client;
            this.connection = connection;
        }

        private void acquire(long bytes, long deadlineNanos) throws InterruptedException {
            boolean isSmall = bytes <= SMALL_BODY_BYTES;
            UploadLane lane = isSmall ? small : big;
            long wanted = Math.min(bytes, lane.bytes());
            take(lane, this, wanted, deadlineNanos);
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

    private void take(UploadLane lane, Hold hold, long bytes, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            refuseIfClosed();
            if (!lane.tryTake(bytes)) {
                refuseIfFull(hold.client);
                await(lane, new UploadLane.Waiter(hold.client, bytes, lock.newCondition()), hold, deadlineNanos);
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

    private void await(UploadLane lane, UploadLane.Waiter waiter, Hold hold, long deadlineNanos)
            throws InterruptedException {
        lane.enter(waiter);
        boolean taken = false;
        try {
            while (!waiter.isGranted()) {
                awaitUntil(waiter.granting(), hold, waiter.bytes(), deadlineNanos);
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
                awaitUntil(roomToGrow, hold, bytes, deadlineNanos);
            }
            big.overdraw(bytes);
        } finally {
            lock.unlock();
        }
    }

    private void awaitUntil(Condition condition, Hold hold, long bytes, long deadlineNanos)
            throws InterruptedException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw EngineException.noRoomForUpload(bytes, shareBytes);
        }
        long rest = condition.awaitNanos(Math.min(left, LOOK_AFTER_CLIENT_NANOS));
        refuseIfClosed();
        // Whoever was woken has what it waited for, or will look again.
        if (rest <= 0 && hold.connection.isGone()) {
            throw EngineException.cancelled();
        }
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
