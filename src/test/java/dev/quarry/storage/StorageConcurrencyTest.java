package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Many threads on one storage, in seeded rounds. */
@Timeout(60)
class StorageConcurrencyTest {

    private static final long BUDGET = 16L << 20;
    private static final int THREADS = 6;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private List<Thread> start(int count, Task task) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Runnable run = () -> {
                try {
                    task.run(number);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            };
            // Requests come on virtual threads, workers are platform threads.
            threads.add(
                    i % 2 == 0
                            ? Thread.ofPlatform().start(run)
                            : Thread.ofVirtual().start(run));
        }
        return threads;
    }

    private interface Task {
        void run(int number) throws Exception;
    }

    private void joinAll(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("a thread failed", thrown);
        }
    }

    private static long addressBytes(BlockStorage storage) {
        return storage.provider() == Provider.MALLOC
                ? storage.budgetBytes()
                : storage.memory().byteSize();
    }

    private static void assertEmpty(BlockStorage storage) {
        storage.purge();
        StorageStats stats = storage.stats();
        assertEquals(0, stats.usedBytes());
        assertEquals(0, stats.cachedBytes());
        assertEquals(0, stats.reservedBytes());
        assertEquals(0, stats.leaks());
        assertEquals(0, stats.waiting());
        assertEquals(0, storage.ledger().chargedBytes());
        assertEquals(addressBytes(storage), stats.largestFreeBytes());
        for (ArenaStats arena : stats.arenas()) {
            long made = arena.allocations() + arena.remainders();
            assertEquals(made + arena.stealsIn(), arena.frees() + arena.stealsOut());
        }
    }

    @ParameterizedTest
    @EnumSource(value = Provider.class, mode = Mode.EXCLUDE, names = "AUTO")
    void scopes_manyThreadsReleasingEachOthersBlocks_keepPatternsAndBudget(Provider provider) throws Exception {
        StorageSettings settings = StorageSettings.defaults(BUDGET, 4)
                .withProvider(provider)
                .withBlocks(256 << 10, 64)
                .withCache(8, BUDGET / 4);
        ConcurrentLinkedQueue<Marked> passedOn = new ConcurrentLinkedQueue<>();
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong worst = new AtomicLong();
        try (BlockStorage storage = BlockStorage.open(settings)) {
            List<Thread> threads = start(THREADS, number -> {
                Random random = new Random(number);
                for (int round = 0; round < 300; round++) {
                    request(storage, random, passedOn);
                    Marked other = passedOn.poll();
                    if (other != null) {
                        other.checkAndClose(storage.memory());
                    }
                    switch (random.nextInt(20)) {
                        case 0 -> storage.clearCache(random.nextInt(4));
                        case 1 -> storage.stats();
                        default -> {}
                    }
                }
            });
            List<Thread> sampler = start(1, number -> {
                while (!done.get()) {
                    worst.accumulateAndGet(storage.ledger().chargedBytes(), Math::max);
                    if (provider == Provider.MMAP) {
                        worst.accumulateAndGet(storage.stats().committedBytes(), Math::max);
                    }
                    Thread.sleep(0, 50_000);
                }
            });
            joinAll(threads);
            done.set(true);
            joinAll(sampler);
            passedOn.forEach(marked -> marked.checkAndClose(storage.memory()));
            assertEmpty(storage);
            assertTrue(worst.get() > 0 && worst.get() <= BUDGET, "charged or committed " + worst.get());
        }
    }

    /** A block whose owner is another thread now, and the scope that lives as long as it. */
    private record Marked(StorageScope scope, Block block, long mark) {

        static Marked write(StorageScope scope, Block block, long mark) {
            MemorySegment memory = scope.memory();
            memory.set(JAVA_LONG, block.offset(), mark);
            memory.set(JAVA_LONG, block.offset() + block.bytes() - 8, mark);
            return new Marked(scope, block, mark);
        }

        void checkAndClose(MemorySegment memory) {
            assertEquals(mark, memory.get(JAVA_LONG, block.offset()));
            assertEquals(mark, memory.get(JAVA_LONG, block.offset() + block.bytes() - 8));
            block.close();
            scope.close();
        }
    }

    private static void request(BlockStorage storage, Random random, ConcurrentLinkedQueue<Marked> passedOn)
            throws Exception {
        List<RowShape> shapes = List.of(new RowShape(1 + random.nextInt(2000), 1 + random.nextInt(600)));
        long passedBytes = storage.bytesFor(1 + random.nextInt(1 << 18));
        long rowBytes = storage.bytesForRows(shapes, false);
        // Room for the rows twice: where addresses are fragmented, smaller blocks may cost more.
        long reserved = passedBytes + 2 * rowBytes + (1 << 18);
        try (StorageScope scope = storage.openScope("request", reserved, System.nanoTime() + PATIENCE_NANOS)) {
            StorageScope result = scope.split("result", passedBytes);
            Block passed = allocate(result, passedBytes);
            long mark = random.nextLong();
            try (RowLease rows = scope.allocateRows(shapes, false);
                    GrowingBuffer buffer = scope.growingBuffer(1 << 17)) {
                for (long row : rows.rows(0)) {
                    scope.memory().set(JAVA_BYTE, row, (byte) mark);
                }
                buffer.append(
                        MemorySegment.ofArray(new byte[random.nextInt(1 << 16)]).fill((byte) mark));
                for (long row : rows.rows(0)) {
                    assertEquals((byte) mark, scope.memory().get(JAVA_BYTE, row));
                }
                MemorySegment bytes = buffer.bytes();
                assertTrue(bytes.byteSize() == 0 || bytes.get(JAVA_BYTE, bytes.byteSize() - 1) == (byte) mark);
            }
            passedOn.add(Marked.write(result, passed, mark));
        }
    }

    /** A block, after others have made room if addresses are fragmented. */
    private static Block allocate(StorageScope scope, long bytes) throws InterruptedException {
        for (long end = System.nanoTime() + PATIENCE_NANOS; ; ) {
            try {
                return scope.allocate(bytes);
            } catch (StorageExhaustedException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(1);
            }
        }
    }

    @Test
    @FaultsExpected
    void close_sameBlockByManyThreads_returnsItOnce() throws InterruptedException {
        // Debug levels report what this test does; here it must do no harm where nobody watches.
        StorageSettings settings = StorageSettings.portable(1 << 20).withDebug(StorageDebug.Level.OFF);
        try (BlockStorage storage = BlockStorage.open(settings)) {
            for (int round = 0; round < 300; round++) {
                StorageScope scope = storage.openScope("scope", 1 << 20);
                Block block = scope.allocate(1 << 16);
                CountDownLatch go = new CountDownLatch(1);
                List<Thread> threads = start(3, number -> {
                    go.await();
                    if (number == 2) {
                        scope.close();
                    } else {
                        block.close();
                    }
                });
                go.countDown();
                joinAll(threads);
                StorageStats stats = storage.stats();
                assertEquals(0, stats.usedBytes());
                assertEquals(0, stats.reservedBytes());
                assertEquals(stats.cachedBytes(), storage.ledger().chargedBytes());
                assertTrue(stats.cachedBlocks() <= 1, () -> "returned twice: " + stats);
            }
        }
    }

    @Test
    @FaultsExpected
    void close_scopeWhileOthersAllocate_leavesNothingBehind() throws InterruptedException {
        try (BlockStorage storage =
                BlockStorage.open(StorageSettings.defaults(BUDGET, 2).withProvider(Provider.MMAP))) {
            for (int round = 0; round < 500; round++) {
                StorageScope scope = storage.openScope("scope", BUDGET / 2);
                CountDownLatch go = new CountDownLatch(1);
                List<Thread> threads = start(3, number -> {
                    go.await();
                    try {
                        switch (number) {
                            case 0 -> scope.allocateRows(List.of(new RowShape(500, 500)), false);
                            case 1 -> scope.growingBuffer(1 << 20).append(MemorySegment.ofArray(new byte[5000]));
                            default -> scope.close();
                        }
                    } catch (IllegalStateException e) {
                        assertTrue(String.valueOf(e.getMessage()).contains("closed"), e.getMessage());
                    }
                });
                go.countDown();
                joinAll(threads);
                assertEquals(0, storage.stats().usedBytes(), "round " + round);
                assertEquals(0, storage.stats().reservedBytes(), "round " + round);
            }
            storage.purge();
            assertEquals(0, storage.ledger().chargedBytes());
            assertEquals(0, storage.stats().committedBytes());
            assertEquals(storage.memory().byteSize(), storage.stats().largestFreeBytes());
        }
    }

    @Test
    void close_storageWhileOthersWait_sendsThemAway() throws InterruptedException {
        BlockStorage storage = BlockStorage.open(StorageSettings.portable(1 << 20));
        StorageScope all = storage.openScope("all", 1 << 20);
        AtomicBoolean sentAway = new AtomicBoolean();
        List<Thread> threads = start(1, number -> {
            try {
                storage.openScope("waiting", 4096, System.nanoTime() + PATIENCE_NANOS);
            } catch (StorageExhaustedException e) {
                sentAway.set(true);
            }
        });
        while (storage.stats().waiting() == 0) {
            Thread.sleep(1);
        }
        storage.close();
        joinAll(threads);
        assertTrue(sentAway.get());
        assertNull(failure.get());
        assertFalse(storage.memory().scope().isAlive());
        all.close();
        assertEquals(0, storage.ledger().chargedBytes());
    }
}
