package dev.quarry.storage;

import static dev.quarry.storage.BlockStorageContract.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How frames move between scopes, arenas and the system. */
@Timeout(20)
@FaultsExpected
class ArenaGroupTest {

    private static final long MB = 1L << 20;
    private static final StorageSettings TWO_ARENAS =
            StorageSettings.defaults(64 * MB, 2).withProvider(Provider.MMAP);

    private BlockStorage storage = BlockStorage.open(TWO_ARENAS);

    @AfterEach
    void close() {
        storage.close();
        assertEquals(0, storage.ledger().chargedBytes());
    }

    private void reopen(StorageSettings settings) {
        storage.close();
        storage = BlockStorage.open(settings);
    }

    @Test
    void scopes_severalOpened_liveInArenasRoundRobin() {
        List<StorageScope> scopes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            scopes.add(storage.openScope("s" + i, MB));
        }
        assertSame(scopes.get(0).home(), scopes.get(2).home());
        assertNotEquals(scopes.get(0).home(), scopes.get(1).home());
        scopes.forEach(StorageScope::close);
    }

    @Test
    void allocate_idleBlockInTheOtherArena_movesItHomeForGood() {
        try (StorageScope first = storage.openScope("first", 4 * MB);
                StorageScope second = storage.openScope("second", 4 * MB)) {
            Block block = first.allocate(MB);
            block.close();
            Block stolen = second.allocate(MB);
            assertSame(block.frame(), stolen.frame());
            StorageStats during = storage.stats();
            assertEquals(1, during.arenas().get(second.home().index()).stealsIn());
            assertEquals(1, during.arenas().get(first.home().index()).stealsOut());
            assertEquals(1, during.arenas().get(second.home().index()).usedBlocks());
            stolen.close();
            assertEquals(1, storage.stats().arenas().get(second.home().index()).cachedBlocks());
            second.allocate(MB).close();
            assertEquals(1, storage.stats().arenas().get(second.home().index()).stealsIn());
        }
    }

    @Test
    void allocate_homeArenaBusy_usesTheOtherOneWithoutWaiting() throws InterruptedException {
        try (StorageScope scope = storage.openScope("scope", 4 * MB)) {
            BlockArena home = scope.home();
            whileLocked(home, () -> {
                try (Block block = scope.allocate(MB)) {
                    assertNotEquals(home, block.frame().arena());
                }
            });
            assertTrue(storage.stats().arenas().get(home.index()).lock().contended() > 0);
        }
    }

    @Test
    void allocate_exactClassInTheOtherArena_isTakenBeforeALargerOneIsSplit() {
        try (StorageScope first = storage.openScope("first", 8 * MB);
                StorageScope second = storage.openScope("second", 8 * MB)) {
            Block exact = first.allocate(MB);
            exact.close();
            second.allocate(4 * MB).close();
            assertSame(exact.frame(), second.allocate(MB).frame());
            assertEquals(0, sum(storage.stats(), ArenaStats::reallocations));
        }
    }

    @Test
    void allocate_idleBlockInABusyArena_waitsForItInsteadOfTakingFreshMemory() throws InterruptedException {
        try (StorageScope first = storage.openScope("first", 4 * MB);
                StorageScope second = storage.openScope("second", 4 * MB)) {
            Block idle = first.allocate(MB);
            idle.close();
            Thread other = new Thread(() -> second.allocate(MB));
            first.home().lock().acquire();
            other.start();
            while (other.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            first.home().lock().release();
            other.join();
            assertEquals(1, storage.stats().commits());
        }
    }

    @Test
    void close_blockOfABusyArena_doesNotWaitAndIsHandedBackLater() throws InterruptedException {
        try (StorageScope scope = storage.openScope("scope", 4 * MB)) {
            Block block = scope.allocate(MB);
            whileLocked(scope.home(), () -> {
                block.close();
                assertEquals(0, scope.usedBytes());
            });
            ArenaStats home = storage.stats().arenas().get(scope.home().index());
            assertEquals(1, home.handbacks());
            assertEquals(1, home.cachedBlocks());
            assertEquals(0, home.usedBlocks());
            try (Block again = scope.allocate(MB)) {
                assertSame(block.frame(), again.frame());
            }
        }
    }

    /** Runs {@code action} while another thread holds an arena's lock. */
    private static void whileLocked(BlockArena arena, Runnable action) throws InterruptedException {
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            arena.lock().acquire();
            locked.countDown();
            try {
                assertTrue(done.await(15, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                arena.lock().release();
            }
        });
        locked.await();
        try {
            action.run();
        } finally {
            done.countDown();
            holder.join();
        }
    }

    @Test
    void close_moreBlocksThanTheArenaKeeps_keepsTheNewest() {
        reopen(TWO_ARENAS.withArenas(1).withCache(2, 64 * MB));
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            List<Block> blocks = List.of(scope.allocate(MB), scope.allocate(MB), scope.allocate(MB));
            blocks.forEach(Block::close);
            ArenaStats arena = storage.stats().arenas().getFirst();
            assertEquals(2, arena.cachedBlocks());
            assertEquals(1, arena.frees());
            assertSame(blocks.get(2).frame(), scope.allocate(MB).frame());
            assertSame(blocks.get(1).frame(), scope.allocate(MB).frame());
            assertNotEquals(blocks.get(0).frame(), scope.allocate(MB).frame());
        }
    }

    @Test
    void close_cacheOff_givesEverythingBackAtOnce() {
        reopen(TWO_ARENAS.withCache(0, 64 * MB));
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            scope.allocate(MB).close();
            StorageStats stats = storage.stats();
            assertEquals(0, stats.cachedBytes());
            assertEquals(0, stats.committedBytes());
            assertEquals(1, sum(stats, ArenaStats::frees));
        }
    }

    @Test
    void close_cacheFullOfOldBlocks_replacesThem() {
        reopen(TWO_ARENAS.withArenas(1).withCache(64, 3 * MB));
        try (StorageScope scope = storage.openScope("scope", 16 * MB)) {
            List<Block> old = List.of(scope.allocate(MB), scope.allocate(MB), scope.allocate(MB));
            Block recent = scope.allocate(2 * MB);
            old.forEach(Block::close);
            recent.close();
            StorageStats stats = storage.stats();
            assertEquals(3 * MB, stats.cachedBytes());
            assertSame(recent.frame(), scope.allocate(2 * MB).frame());
        }
    }

    @Test
    void close_budgetReservedInFull_staysCachedWithinTheBudget() {
        try (StorageScope scope = storage.openScope("scope", 64 * MB)) {
            Block block = scope.allocate(MB);
            block.close();
            assertEquals(MB, storage.stats().cachedBytes());
            assertEquals(64 * MB, storage.ledger().chargedBytes());
            assertSame(block.frame(), scope.allocate(MB).frame());
            assertEquals(MB, storage.stats().committedBytes());
            scope.allocate(56 * MB).close();
            scope.allocate(32 * MB).close();
            assertTrue(storage.ledger().heldBytes() <= 64 * MB);
            assertEquals(storage.stats().committedBytes(), storage.ledger().heldBytes());
        }
    }

    @Test
    void close_byAnotherThread_leavesTheLockToTheArenasOwnUntilMuchPilesUp() throws InterruptedException {
        try (StorageScope scope = storage.openScope("scope", 32 * MB)) {
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                blocks.add(scope.allocate(MB));
            }
            long before =
                    storage.stats().arenas().get(scope.home().index()).lock().acquisitions();
            Thread.ofPlatform().start(() -> blocks.forEach(Block::close)).join();
            StorageStats stats = storage.stats();
            ArenaStats home = stats.arenas().get(scope.home().index());
            assertEquals(20, home.cachedBlocks());
            assertEquals(0, home.usedBlocks());
            assertTrue(home.handbacks() >= 16, () -> home.toString());
            assertTrue(home.lock().acquisitions() - before < 10, () -> home.toString());
        }
    }

    @Test
    void stats_severalArenas_addUpInTheTotal() throws InterruptedException {
        try (StorageScope first = storage.openScope("first", 8 * MB);
                StorageScope second = storage.openScope("second", 8 * MB)) {
            first.allocate(MB);
            second.allocate(2 * MB + 1);
            second.allocate(3 * MB).close();
            whileLocked(first.home(), () -> first.allocate(MB).close());
            ArenaStats total = storage.stats().total();
            StorageStats stats = storage.stats();
            assertEquals(-1, total.index());
            assertEquals(sum(stats, ArenaStats::allocations), total.allocations());
            assertEquals(2, total.usedBlocks());
            assertEquals(sum(stats, ArenaStats::cachedBytes), total.cachedBytes());
            assertEquals(
                    stats.arenas().stream()
                            .mapToLong(ArenaStats::largestCachedBytes)
                            .max()
                            .orElseThrow(),
                    total.largestCachedBytes());
            assertTrue(total.largestCachedBytes() > 0);
            assertTrue(total.wasteRatio() > 0 && total.wasteRatio() < 0.25);
            assertTrue(stats.total().lock().acquisitions()
                    >= sum(stats, arena -> arena.lock().ownerSwitches()));
        }
    }

    @Test
    void resetStats_peaks_beginAnewForTheEndpointOnly() {
        try (StorageScope scope = storage.openScope("scope", 16 * MB)) {
            scope.allocate(8 * MB).close();
            scope.allocate(MB);
            storage.resetStats();
            scope.allocate(2 * MB);
            assertEquals(3 * MB, storage.statsSinceReset().peakBytes());
            assertEquals(8 * MB, storage.stats().peakBytes());
            assertEquals(0, storage.statsSinceReset().total().lock().maxWaitNanos());
        }
    }

    @Test
    void allocate_onlyALargerIdleBlock_splitsItAndKeepsTheRest() {
        reopen(TWO_ARENAS.withArenas(1));
        try (StorageScope scope = storage.openScope("scope", 16 * MB)) {
            Block whole = scope.allocate(4 * MB);
            whole.close();
            Block part = scope.allocate(MB);
            assertEquals(whole.offset(), part.offset());
            assertEquals(MB, part.bytes());
            ArenaStats arena = storage.stats().arenas().getFirst();
            assertEquals(1, arena.allocations());
            assertEquals(1, arena.remainders());
            assertEquals(1, arena.reallocations());
            assertEquals(1, arena.reuses());
            assertEquals(1, arena.cachedBlocks());
            assertEquals(3 * MB, arena.cachedBytes());
            assertEquals(4 * MB, storage.stats().committedBytes());
            assertEquals(1, storage.stats().commits());
            whole.close();
            Block rest = scope.allocate(3 * MB);
            assertEquals(part.offset() + MB, rest.offset());
            assertEquals(1, storage.stats().commits());
        }
    }

    @Test
    void allocate_muchLargerIdleBlock_leavesItAlone() {
        reopen(TWO_ARENAS.withArenas(1));
        try (StorageScope scope = storage.openScope("scope", 32 * MB)) {
            scope.allocate(16 * MB).close();
            scope.allocate(MB);
            ArenaStats arena = storage.stats().arenas().getFirst();
            assertEquals(0, arena.reallocations());
            assertEquals(16 * MB, arena.cachedBytes());
        }
    }

    @Test
    void allocate_exactClassIdle_splitsNothing() {
        reopen(TWO_ARENAS.withArenas(1));
        try (StorageScope scope = storage.openScope("scope", 32 * MB)) {
            List<Block> blocks = List.of(scope.allocate(4 * MB), scope.allocate(2 * MB), scope.allocate(MB));
            blocks.forEach(Block::close);
            for (int round = 0; round < 10; round++) {
                List<Block> again = List.of(scope.allocate(MB), scope.allocate(2 * MB), scope.allocate(4 * MB));
                assertSame(blocks.get(2).frame(), again.getFirst().frame());
                again.forEach(Block::close);
            }
            ArenaStats arena = storage.stats().arenas().getFirst();
            assertEquals(0, arena.reallocations());
            assertEquals(3, arena.allocations());
            assertEquals(30, arena.reuses());
            assertEquals(3, storage.stats().commits());
        }
    }

    @Test
    void configure_fewerBlocks_emptiesCachesAndLeavesLiveImagesAlone() {
        try (StorageScope scope = storage.openScope("scope", 32 * MB)) {
            RowLease before = scope.allocateRows(List.of(new RowShape(1000, 2000)), false);
            List<Block> idle = List.of(scope.allocate(MB), scope.allocate(MB), scope.allocate(MB));
            idle.forEach(Block::close);
            storage.configure(new StorageLimits(64 << 10, 4096, 1));
            assertEquals(new StorageLimits(64 << 10, 4096, 1), storage.limits());
            assertEquals(1, storage.stats().cachedBlocks());
            assertEquals(1, before.blocks().size());
            RowLease after = scope.allocateRows(List.of(new RowShape(1000, 2000)), false);
            assertTrue(after.blocks().size() > 30);
            assertEquals(0, after.rows(0)[0] % 4096);
            after.close();
            assertTrue(storage.stats().cachedBlocks() <= 2);
            before.close();
            storage.configure(StorageLimits.DEFAULT.withBlocksMax(0));
            assertEquals(0, storage.stats().cachedBlocks());
        }
    }

    @Test
    void clearCache_blocksInOneArenaOnly_keepsAsManyAsAsked() {
        try (StorageScope scope = storage.openScope("scope", 32 * MB)) {
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                blocks.add(scope.allocate(MB));
            }
            blocks.forEach(Block::close);
            storage.clearCache(7);
            assertEquals(7, storage.stats().cachedBlocks());
            assertEquals(7 * MB, storage.stats().committedBytes());
        }
    }

    @Test
    void resetStats_afterSomeWork_countsFromThereButKeepsTheRawTotals() {
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            scope.allocate(MB).close();
            storage.resetStats();
            StorageStats fresh = storage.statsSinceReset();
            assertEquals(0, sum(fresh, ArenaStats::allocations));
            assertEquals(1, fresh.cachedBlocks());
            scope.allocate(MB).close();
            scope.allocate(2 * MB).close();
            assertThrows(StorageExhaustedException.class, () -> scope.allocate(9 * MB));
            StorageStats since = storage.statsSinceReset();
            assertEquals(1, sum(since, ArenaStats::allocations));
            assertEquals(1, sum(since, ArenaStats::reuses));
            assertEquals(1, since.failures());
            assertEquals(2, sum(storage.stats(), ArenaStats::allocations));
        }
    }

    @Test
    void stats_liveBlocks_tellTheirWaste() {
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            Block small = scope.allocate(100);
            Block large = scope.allocate(MB + 1);
            ArenaStats arena = storage.stats().arenas().get(scope.home().index());
            assertEquals(0.25, arena.wasteRatio(), 0.001);
            assertEquals(100 + MB + 1, arena.requestedBytes());
            assertEquals(small.bytes() + large.bytes(), arena.usedBytes());
            large.close();
            assertEquals(0, storage.stats().arenas().get(scope.home().index()).wasteRatio());
            assertEquals(
                    large.bytes(),
                    storage.stats().arenas().get(scope.home().index()).largestCachedBytes());
        }
    }

    @Test
    void stats_scopesOpen_tellTheAgeOfTheOldest() throws InterruptedException {
        assertEquals(0, storage.stats().oldestScopeNanos());
        try (StorageScope first = storage.openScope("first", MB)) {
            Thread.sleep(2);
            try (StorageScope second = storage.openScope("second", MB)) {
                StorageStats stats = storage.stats();
                assertEquals(2, stats.liveScopes());
                assertTrue(stats.oldestScopeNanos() >= 2_000_000);
                assertTrue(second.openedNanos() > first.openedNanos());
            }
        }
    }
}
