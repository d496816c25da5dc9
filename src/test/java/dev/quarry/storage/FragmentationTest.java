package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the portable provider does where the budget has room, but no run of addresses is long enough. */
@FaultsExpected
class FragmentationTest {

    private static final long MB = 1L << 20;
    private static final RowShape THREE_MEGABYTES = new RowShape(1024, 3 * 1024);

    private final BlockStorage storage = BlockStorage.open(StorageSettings.defaults(16 * MB, 1)
            .withProvider(Provider.PORTABLE)
            .withBlocks(4 * MB, 64)
            .withCache(64, 16 * MB));

    /** A scope that holds each second megabyte of the range. */
    private StorageScope everySecondMegabyte() {
        StorageScope scope = storage.openScope("holes", 16 * MB);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            blocks.add(scope.allocate(MB));
        }
        for (int i = 0; i < 16; i += 2) {
            blocks.get(i).close();
        }
        storage.purge();
        assertEquals(MB, storage.stats().largestFreeBytes());
        return scope;
    }

    @Test
    void allocateRows_noLongRun_findsRoomInSmallerBlocks() {
        try (storage;
                StorageScope scope = everySecondMegabyte()) {
            RowLease rows = scope.allocateRows(List.of(THREE_MEGABYTES), false);
            assertTrue(rows.blocks().size() >= 4, () -> rows.blocks().toString());
            assertEquals(3 * 1024, rows.rows(0).length);
            rows.close();
            assertEquals(8 * MB, scope.usedBytes());
        }
    }

    @Test
    void allocateRows_contiguousAndNoLongRun_failsWithoutATrace() {
        try (storage;
                StorageScope scope = everySecondMegabyte()) {
            assertThrows(StorageExhaustedException.class, () -> scope.allocateRows(List.of(THREE_MEGABYTES), true));
            assertThrows(StorageExhaustedException.class, () -> scope.allocate(2 * MB));
            assertEquals(8 * MB, scope.usedBytes());
            StorageStats stats = storage.stats();
            assertEquals(2, stats.arenas().getFirst().failures());
            assertEquals(2, stats.failures());
            assertEquals(8, stats.usedBlocks());
        }
    }

    @Test
    void allocate_noLongRunButADeadline_waitsForOthersInTheOrderOfComing() throws Exception {
        try (storage) {
            StorageScope holder = storage.openScope("holder", 8 * MB);
            StorageScope filler = storage.openScope("filler", 8 * MB);
            List<Block> held = new ArrayList<>();
            List<Block> filled = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                held.add(holder.allocate(2 * MB));
                filled.add(filler.allocate(2 * MB));
            }
            filled.forEach(Block::close);
            filler.close();
            long deadline = System.nanoTime() + 10_000_000_000L;
            CompletableFuture<Long> waiting = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try (StorageScope scope = storage.openScope("waiting", 4 * MB, deadline)) {
                    waiting.complete(scope.allocate(4 * MB).bytes());
                } catch (Throwable e) {
                    waiting.completeExceptionally(e);
                }
            });
            while (storage.stats().waiting() == 0 && !waiting.isDone()) {
                Thread.sleep(1);
            }
            held.getFirst().close();
            held.get(1).close();
            assertEquals(4 * MB, waiting.get(10, TimeUnit.SECONDS));
            thread.join();
            assertEquals(1, storage.stats().waits());
        }
    }

    @Test
    void allocate_noLongRunUntilTheDeadline_throws() throws Exception {
        try (storage) {
            StorageScope holder = storage.openScope("holder", 8 * MB);
            StorageScope filler = storage.openScope("filler", 8 * MB);
            List<Block> filled = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                holder.allocate(2 * MB);
                filled.add(filler.allocate(2 * MB));
            }
            filled.forEach(Block::close);
            filler.close();
            long deadline = System.nanoTime() + 30_000_000L;
            try (StorageScope scope = storage.openScope("waiting", 4 * MB, deadline)) {
                assertThrows(StorageExhaustedException.class, () -> scope.allocate(4 * MB));
                assertTrue(System.nanoTime() >= deadline);
                assertEquals(0, scope.usedBytes());
            }
            assertEquals(1, storage.stats().waits());
        }
    }

    @Test
    void allocate_idleBlocksBetweenAllFreeRuns_evictsThem() {
        try (storage) {
            StorageScope idle = storage.openScope("idle", 8 * MB);
            StorageScope holes = storage.openScope("holes", 8 * MB);
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                blocks.add(idle.allocate(MB));
                holes.allocate(MB);
            }
            holes.close();
            blocks.forEach(Block::close);
            idle.close();
            StorageStats stats = storage.stats();
            assertEquals(16 * MB, stats.cachedBytes());
            assertEquals(0, stats.largestFreeBytes());
            try (StorageScope scope = storage.openScope("large", 8 * MB);
                    Block block = scope.allocate(4 * MB)) {
                assertEquals(4 * MB, block.bytes());
                assertTrue(storage.stats().cachedBytes() <= 12 * MB);
            }
        }
    }
}
