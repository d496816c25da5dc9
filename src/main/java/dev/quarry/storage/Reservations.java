package dev.quarry.storage;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a share of the budget, and in which order: first come, first served. Idle blocks make way for a reservation at
 * once; only what other scopes hold is waited for.
 */
final class Reservations {

    // Long enough for a thread of low priority to go on.
    private static final long IN_FLIGHT_NANOS = 20_000;

    private final MemoryLedger ledger;
    private final LongUnaryOperator reclaimer;
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final ArrayDeque<Waiter> queue = new ArrayDeque<>();

    private volatile @Nullable Waiter head;
    private volatile int waiting;
    private volatile boolean closed;

    /**
     * Reservations in {@code ledger}.
     *
     * @param reclaimer gives at least so many bytes of idle blocks back to the system if there are any, and says how many
     */
    Reservations(MemoryLedger ledger, LongUnaryOperator reclaimer) {
        this.ledger = ledger;
        this.reclaimer = reclaimer;
    }

    /** How many had to wait so far. */
    long waits() {
        return waits.sum();
    }

    /** How long they waited in all. */
    long waitNanos() {
        return waitNanos.sum();
    }

    /** How many wait now. */
    int waiting() {
        return waiting;
    }

    /** Reserves at once or not at all, and not before those who wait. */
    boolean tryReserve(long bytes) {
        return waiting == 0 && !closed && reserveNow(bytes);
    }

    /** More for a scope that is at work, past those who wait: its end is what they wait for. */
    boolean tryTopUp(long bytes) {
        return reserveNow(bytes);
    }

    /**
     * Reserves, waiting until the deadline.
     *
     * @return false when the deadline passed or the storage was closed
     */
    boolean reserve(long bytes, long deadlineNanos) throws InterruptedException {
        return tryReserve(bytes) || bytes <= ledger.budgetBytes() && await(bytes, deadlineNanos);
    }

    /** Takes a reservation back and lets the first waiter look again. */
    void release(long bytes) {
        ledger.unreserve(bytes);
        wakeHead();
    }

    /** Sends all waiters away; nothing can be reserved afterwards. */
    void close() {
        closed = true;
        lock.lock();
        try {
            queue.forEach(waiter -> LockSupport.unpark(waiter.thread));
        } finally {
            lock.unlock();
        }
    }

    private boolean await(long bytes, long deadlineNanos) throws InterruptedException {
        Waiter self = new Waiter(Thread.currentThread());
        long start = System.nanoTime();
        enter(self);
        try {
            while (!closed) {
                if (head == self && reserveNow(bytes)) {
                    return true;
                }
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for " + bytes + " bytes");
                }
            }
            return false;
        } finally {
            leave(self);
            waits.increment();
            waitNanos.add(System.nanoTime() - start);
        }
    }

    private void enter(Waiter self) {
        lock.lock();
        try {
            queue.addLast(self);
            head = queue.peekFirst();
            waiting = queue.size();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Waiter self) {
        lock.lock();
        try {
            queue.remove(self);
            head = queue.peekFirst();
            waiting = queue.size();
        } finally {
            lock.unlock();
        }
        wakeHead();
    }

    private void wakeHead() {
        Waiter first = head;
        if (first != null) {
            LockSupport.unpark(first.thread);
        }
    }

    private boolean reserveNow(long bytes) {
        if (ledger.tryReserve(bytes)) {
            return true;
        }
        ledger.press();
        try {
            for (long missing = ledger.missingBytes(bytes); missing >= 0; missing = ledger.missingBytes(bytes)) {
                if (ledger.tryReserve(bytes)) {
                    return true;
                }
                if (reclaimer.applyAsLong(missing) == 0) {
                    // What is missing is on its way between an arena and the ledger in another thread's hands.
                    LockSupport.parkNanos(IN_FLIGHT_NANOS);
                }
            }
            return false;
        } finally {
            ledger.relax();
        }
    }

    private static final class Waiter {
        private final Thread thread;

        private Waiter(Thread thread) {
            this.thread = thread;
        }
    }
}
