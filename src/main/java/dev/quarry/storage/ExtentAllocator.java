package dev.quarry.storage;

import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which parts of the address range are free: best fit, neighbours joined. Only frames that no cache could serve come here,
 * so one lock is enough; giving back never waits for it.
 */
final class ExtentAllocator implements AddressSpace {

    private final ReentrantLock lock = new ReentrantLock();
    private final HandBackStack<Extent> returned = new HandBackStack<>();

    // Guarded by the lock.
    private final TreeMap<Long, Extent> byOffset = new TreeMap<>();
    private final TreeSet<Extent> bySize =
            new TreeSet<>(Comparator.comparingLong(Extent::bytes).thenComparingLong(Extent::offset));
    private long freeBytes;

    ExtentAllocator(long bytes) {
        insert(new Extent(0, bytes));
    }

    @Override
    public long allocate(long bytes) {
        lock.lock();
        try {
            returned.drainTo(this::insert);
            Extent best = bySize.ceiling(new Extent(0, bytes));
            if (best == null) {
                return -1;
            }
            remove(best);
            if (best.bytes() > bytes) {
                insert(new Extent(best.offset() + bytes, best.bytes() - bytes));
            }
            return best.offset();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void free(long offset, long bytes) {
        returned.push(new Extent(offset, bytes));
        if (lock.tryLock()) {
            try {
                returned.drainTo(this::insert);
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public long largestFreeBytes() {
        lock.lock();
        try {
            returned.drainTo(this::insert);
            return bySize.isEmpty() ? 0 : bySize.last().bytes();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long freeBytes() {
        lock.lock();
        try {
            returned.drainTo(this::insert);
            return freeBytes;
        } finally {
            lock.unlock();
        }
    }

    private void insert(Extent extent) {
        long start = extent.offset();
        long end = extent.end();
        var before = byOffset.lowerEntry(start);
        if (before != null && before.getValue().end() == start) {
            start = before.getKey();
            remove(before.getValue());
        }
        Extent after = byOffset.get(end);
        if (after != null) {
            end = after.end();
            remove(after);
        }
        Extent joined = new Extent(start, end - start);
        byOffset.put(start, joined);
        bySize.add(joined);
        freeBytes += joined.bytes();
    }

    private void remove(Extent extent) {
        byOffset.remove(extent.offset());
        bySize.remove(extent);
        freeBytes -= extent.bytes();
    }

    private static final class Extent extends HandBackStack.Item<Extent> {
        private final long offset;
        private final long bytes;

        private Extent(long offset, long bytes) {
            this.offset = offset;
            this.bytes = bytes;
        }

        private long offset() {
            return offset;
        }

        private long bytes() {
            return bytes;
        }

        private long end() {
            return offset + bytes;
        }
    }
}
