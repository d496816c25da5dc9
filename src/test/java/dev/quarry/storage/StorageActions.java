package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageModel.Held;
import dev.quarry.storage.StorageModel.OpenScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** A run of random actions on a storage, compared with a model after each. */
final class StorageActions {

    static final long BUDGET = 4L << 20;

    private static final int LARGEST = 1 << 20;
    private static final int STALE_MOST = 50;

    private final long seed;
    private final Random random;
    private final WatchedMemory memory;
    private final BlockStorage storage;
    private final StorageModel model;
    private final List<AutoCloseable> stale = new ArrayList<>();
    private boolean refusing;

    /** A run that the same seed repeats. */
    StorageActions(long seed, SystemMemory system) {
        this.seed = seed;
        random = new Random(seed);
        memory = new WatchedMemory(system);
        StorageSettings settings = StorageSettings.defaults(BUDGET, 2)
                .withArenas(1 + random.nextInt(4))
                .withLimits(limits())
                .withCache(random.nextInt(12), BUDGET / (1 + random.nextInt(4)))
                .withDecay(StorageSettings.NEVER);
        storage = new BlockStorage(settings, memory, "test");
        memory.watch(storage.arenas()::isLockHeld);
        model = new StorageModel(storage);
    }

    private StorageLimits limits() {
        return new StorageLimits(4096L << random.nextInt(8), 64 << random.nextInt(7), random.nextInt(12));
    }

    /** The memory that it runs on. */
    WatchedMemory memory() {
        return memory;
    }

    /** Plays so many actions, then closes everything; with {@code refusals}, the system refuses some calls. */
    void play(int actions, boolean refusals) throws Exception {
        try (storage) {
            for (int step = 0; step < actions; step++) {
                if (refusals) {
                    plan(random.nextInt(10));
                }
                step(step);
                memory.grantAll();
            }
            finish();
        }
        assertEquals(0, storage.ledger().chargedBytes(), () -> "seed " + seed + ": charged after the end");
        assertFalse(memory.wasCalledUnderLock(), "the system was called under a lock");
    }

    /** Plays so many actions while calls {@code first} to {@code last} fail, then closes everything. */
    void playRefusing(int actions, long first, long last) throws Exception {
        refusing = true;
        memory.refuseCalls(first, last);
        try (storage) {
            for (int step = 0; step < actions; step++) {
                step(step);
            }
            memory.grantAll();
            finish();
        }
        assertEquals(0, storage.ledger().chargedBytes(), () -> "seed " + seed + ": charged after the end");
        assertFalse(memory.wasCalledUnderLock(), "the system was called under a lock");
    }

    private void plan(int what) {
        refusing = true;
        switch (what) {
            case 0 -> memory.refuseGiveBack();
            case 1, 2 -> memory.refuseNextCommit();
            case 3 -> memory.refuseCalls(memory.calls() + 1 + random.nextInt(4), memory.calls() + 6);
            default -> {}
        }
    }

    private void finish() throws Exception {
        while (!model.scopes().isEmpty()) {
            closeScope();
        }
        storage.purge();
        StorageStats end = storage.stats();
        assertEquals(0, end.usedBytes() + end.cachedBytes() + end.reservedBytes());
        assertEquals(0, storage.ledger().chargedBytes(), "stranded");
        assertEquals(addressBytes(), end.largestFreeBytes(), "addresses lost");
    }

    private long addressBytes() {
        return storage.provider() == StorageSettings.Provider.MALLOC
                ? BUDGET
                : memory.segment().byteSize();
    }

    private void step(int step) {
        int action = random.nextInt(110);
        try {
            perform(action);
            model.assertAgrees(refusing);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", action " + action, e);
        }
    }

    private void perform(int action) throws Exception {
        if (action < 10 || model.scopes().isEmpty()) {
            openScope();
        } else if (action < 30) {
            allocateRows();
        } else if (action < 40) {
            allocateBlock();
        } else if (action < 52) {
            grow();
        } else if (action < 80) {
            release();
        } else if (action < 84) {
            closeStale();
        } else if (action < 88) {
            split();
        } else if (action < 92) {
            topUp();
        } else if (action < 96) {
            clear();
        } else if (action < 100) {
            closeScope();
        } else {
            manage(action);
        }
    }

    private void manage(int action) throws Exception {
        if (action < 103) {
            storage.configure(limits());
        } else if (action < 106) {
            storage.arenas().age();
        } else if (action < 107) {
            resetStats();
        } else {
            releaseWhileBusy();
        }
    }

    private void resetStats() {
        StorageStats before = storage.stats();
        storage.resetStats();
        StorageStats since = storage.statsSinceReset();
        assertEquals(0, since.failures());
        assertEquals(
                0, since.arenas().stream().mapToLong(ArenaStats::allocations).sum());
        assertEquals(before.cachedBytes(), since.cachedBytes());
        assertEquals(before.failures(), storage.stats().failures());
    }

    /** Releases something while its arena's lock is busy, so that it is handed back. */
    private void releaseWhileBusy() throws Exception {
        BlockArena busy = storage.arenas().arena(random.nextInt(4));
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            busy.lock().acquire();
            locked.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                busy.lock().release();
            }
        });
        locked.await();
        try {
            release();
        } finally {
            done.countDown();
            holder.join();
        }
    }

    private OpenScope anyScope() {
        return model.scopes().get(random.nextInt(model.scopes().size()));
    }

    private int size() {
        return random.nextInt(1 + random.nextInt(LARGEST));
    }

    private void openScope() {
        long bytes = random.nextInt((int) BUDGET / 2);
        long reserved = storage.ledger().reservedBytes();
        try {
            model.opened(storage.openScope("scope", bytes));
        } catch (StorageExhaustedException e) {
            // Idle blocks are no reason: they make way.
            assertTrue(reserved + SizeClasses.wholePages(bytes) > BUDGET, "refused " + bytes);
        }
    }

    private void allocateBlock() {
        OpenScope open = anyScope();
        int bytes = size();
        try {
            model.allocated(open, open.scope.allocate(bytes));
        } catch (StorageExhaustedException e) {
            assertRefusedRightly(open, storage.bytesFor(bytes));
        }
    }

    private void allocateRows() {
        OpenScope open = anyScope();
        List<RowShape> shapes = new ArrayList<>();
        for (int plane = random.nextInt(4); plane >= 0; plane--) {
            int width = random.nextInt(1 << random.nextInt(13));
            shapes.add(new RowShape(width, random.nextInt(1 + size() / (width + 1) % 1000)));
        }
        boolean contiguous = random.nextInt(4) == 0;
        long bytes = storage.bytesForRows(shapes, contiguous);
        long before = open.scope.usedBytes();
        try {
            RowLease rows = open.scope.allocateRows(shapes, contiguous);
            // Smaller blocks than usual, where addresses are fragmented, may cost more.
            if (open.scope.usedBytes() - before != bytes) {
                assertTrue(isPortable() || refusing, "charged " + (open.scope.usedBytes() - before));
            }
            open.reserved = open.scope.reservedBytes();
            model.allocated(open, rows, shapes);
        } catch (StorageExhaustedException e) {
            open.reserved = open.scope.reservedBytes();
            assertEquals(before, open.scope.usedBytes(), "a failure left a charge");
            assertRefusedRightly(open, bytes);
        }
    }

    private boolean isPortable() {
        return !memory.hasSpareAddresses();
    }

    private void assertRefusedRightly(OpenScope open, long bytes) {
        if (bytes <= open.reserved - open.scope.usedBytes() && !refusing) {
            assertTrue(isPortable(), "refused though reserved and addresses are plenty");
            assertEquals(0, storage.stats().cachedBytes(), "refused though idle blocks were in the way");
        }
    }

    private void grow() {
        OpenScope open = anyScope();
        List<Held> buffers = open.held.stream()
                .filter(held -> held.lease() instanceof GrowingBuffer)
                .toList();
        boolean fresh = buffers.isEmpty() || random.nextInt(3) == 0;
        GrowingBuffer buffer = fresh
                ? open.scope.growingBuffer(LARGEST, random.nextBoolean() ? 0 : random.nextInt(LARGEST))
                : (GrowingBuffer) buffers.get(random.nextInt(buffers.size())).lease();
        byte fill = fresh
                ? (byte) random.nextInt()
                : buffers.stream()
                        .filter(held -> held.lease() == buffer)
                        .findFirst()
                        .orElseThrow()
                        .fill();
        if (random.nextInt(8) == 0) {
            buffer.truncate(buffer.length() / 2);
        }
        long count = Math.min(random.nextInt(LARGEST / 8), LARGEST - buffer.length());
        try {
            buffer.room(count).asSlice(0, count).fill(fill);
            buffer.advance(count);
        } catch (StorageExhaustedException e) {
            assertTrue(
                    // One that lies in a block needs the old and the new one while it moves.
                    refusing
                            || isPortable()
                            || storage.bytesFor(buffer.length() + count) > open.reserved - open.scope.usedBytes(),
                    "buffer refused " + count);
        }
        open.reserved = open.scope.reservedBytes();
        model.grown(open, buffer, fill);
    }

    private void release() throws Exception {
        OpenScope open = anyScope();
        if (!open.held.isEmpty()) {
            Held held = open.held.get(random.nextInt(open.held.size()));
            StorageModel.assertIntact(held);
            held.lease().close();
            model.released(open, held);
            forget(held.lease());
        }
    }

    /** Keeps some handles that are released, to release them again when their memory is another's. */
    private void forget(AutoCloseable lease) {
        if (stale.size() < STALE_MOST) {
            stale.add(lease);
        }
    }

    private void closeStale() throws Exception {
        for (AutoCloseable lease : stale) {
            lease.close();
        }
        stale.clear();
    }

    private void split() {
        OpenScope open = anyScope();
        long bytes = size();
        try {
            model.opened(open.scope.split("part", bytes));
            open.reserved -= SizeClasses.wholePages(bytes);
        } catch (StorageExhaustedException e) {
            assertTrue(SizeClasses.wholePages(bytes) > open.reserved - open.scope.usedBytes());
        }
    }

    private void topUp() {
        OpenScope open = anyScope();
        long bytes = SizeClasses.wholePages(size());
        long reserved = storage.ledger().reservedBytes();
        boolean granted = open.scope.tryTopUp(bytes);
        assertEquals(reserved + bytes <= BUDGET, granted, "idle blocks are no reason to refuse");
        open.reserved += granted ? bytes : 0;
    }

    private void clear() {
        int before = storage.stats().cachedBlocks();
        int blocks = random.nextInt(6);
        storage.clearCache(blocks);
        assertEquals(Math.min(before, blocks), storage.stats().cachedBlocks(), "not cleared, or too much");
    }

    void closeScope() {
        OpenScope open = anyScope();
        open.held.forEach(StorageModel::assertIntact);
        open.held.forEach(held -> forget(held.lease()));
        open.scope.close();
        model.closed(open);
    }
}
