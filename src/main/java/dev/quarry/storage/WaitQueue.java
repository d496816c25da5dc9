package dev.quarry.storage;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Those who wait for something that others give back; first come, first served. */
final class WaitQueue {

    private final LongAdder waits = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final ArrayDeque<Waiter> queue = new ArrayDeque<>();

    private volatile @Nullable Waiter head;
    private volatile int waiting;
    private volatile boolean closed;

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

    /** Whether nobody is let in any more. */
    boolean isClosed() {
        return closed;
    }

    /**
     * Waits at the end of the queue; who is first tries whenever it is woken.
     *
     * @param what for messages
     * @param attempt what it waits for; true when it has it
     * @return false when the deadline passed or the queue was closed
     */
    boolean await(String what, long deadlineNanos, BooleanSupplier attempt) throws InterruptedException {
        Waiter self = new Waiter(Thread.currentThread());
        long start = System.nanoTime();
        enter(self);
        try {
            while (!closed) {
                if (head == self && attempt.getAsBoolean()) {
                    return true;
                }
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for " + what);
                }
            }
            return false;
        } finally {
            leave(self);
            waits.increment();
            waitNanos.add(System.nanoTime() - start);
        }
    }

    /** Lets the first one try again; needs no lock. */
    void wakeFirst() {
        Waiter first = head;
        if (first != null) {
            LockSupport.unpark(first.thread);
        }
    }

    /** Sends all away, and nobody waits afterwards. */
    void close() {
        closed = true;
        lock.lock();
        try {
            queue.forEach(waiter -> LockSupport.unpark(waiter.thread));
        } finally {
            lock.unlock();
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
        wakeFirst();
    }

    private static final class Waiter {
        private final Thread thread;

        private Waiter(Thread thread) {
            this.thread = thread;
        }
    }
}
