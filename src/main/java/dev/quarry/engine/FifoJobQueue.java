package dev.quarry.engine;

import java.util.LinkedHashSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** First come, first served, bounded by number. */
final class FifoJobQueue implements JobQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LinkedHashSet<Job> waiting = new LinkedHashSet<>();
    private boolean closed;

    FifoJobQueue(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public boolean offer(Job job) {
        lock.lock();
        try {
            if (closed || waiting.size() >= capacity) {
                return false;
            }
            waiting.addLast(job);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Job take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                if (closed) {
                    return null;
                }
                changed.await();
            }
            return waiting.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean remove(Job job) {
        lock.lock();
        try {
            return waiting.remove(job);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int depth() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public long oldestSince(long now) {
        lock.lock();
        try {
            return waiting.isEmpty() ? now : waiting.getFirst().queuedNanos();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
