package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.Race.Racer;
import dev.quarry.storage.Race.Round;
import dev.quarry.storage.StorageSettings.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two things at the same time, in many rounds. */
@Timeout(60)
class StorageRaceTest {

    private static final long MB = 1L << 20;
    private static final int ROUNDS = 1_000;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.defaults(16 * MB, 2)
            .withProvider(Provider.MMAP)
            .withArenas(2)
            .withCache(1024, 16 * MB)
            .withDecay(StorageSettings.NEVER));

    @AfterEach
    void close() {
        storage.close();
        assertEquals(0, storage.ledger().chargedBytes());
    }

    /** Checks all sums; only while nobody does anything. */
    private StorageStats requireSound(long usedBlocks) {
        StorageStats stats = storage.stats();
        assertEquals(usedBlocks, stats.usedBlocks());
        assertEquals(stats.usedBytes() + stats.cachedBytes(), storage.ledger().heldBytes());
        assertEquals(stats.committedBytes(), storage.ledger().heldBytes());
        assertEquals(stats.cachedBytes(), storage.ledger().cachedBytes());
        for (ArenaStats arena : stats.arenas()) {
            long moved = arena.stealsIn() - arena.stealsOut();
            long made = arena.allocations() + arena.remainders();
            assertEquals(arena.usedBlocks(), made + moved - arena.frees() - arena.cachedBlocks());
        }
        return stats;
    }

    private void write(Block block, long mark) {
        for (long at = 0; at < block.bytes(); at += 4096) {
            storage.memory().set(JAVA_LONG, block.offset() + at, mark);
        }
    }

    private void requireIntact(Block block, long mark) {
        for (long at = 0; at < block.bytes(); at += 4096) {
            assertEquals(mark, storage.memory().get(JAVA_LONG, block.offset() + at), "overwritten: " + block);
        }
    }

    @Test
    void release_byThreeAtOnce_returnsOnce() throws Exception {
        try (StorageScope scope = storage.openScope("scope", 16 * MB)) {
            Race.run(ROUNDS, random -> {
                storage.purge();
                Block block = scope.allocate(1 + random.nextInt(1 << 16));
                Racer racer = block::close;
                return new Round(
                        List.of(racer, racer, racer),
                        () -> assertEquals(1, requireSound(0).cachedBlocks()));
            });
        }
    }

    @Test
    void release_whileCleared_losesNothing() throws Exception {
        try (StorageScope scope = storage.openScope("scope", 16 * MB)) {
            Race.run(ROUNDS, random -> {
                List<Block> blocks = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    blocks.add(scope.allocate(1 + random.nextInt(1 << 17)));
                }
                int left = random.nextInt(3);
                return new Round(
                        List.of(
                                () -> blocks.subList(0, 3).forEach(Block::close),
                                () -> blocks.subList(3, 6).forEach(Block::close),
                                () -> storage.clearCache(left)),
                        () -> requireSound(0));
            });
        }
    }

    @Test
    @FaultsExpected
    void release_whileItsScopeCloses_returnsOnce() throws Exception {
        Race.run(ROUNDS, random -> {
            StorageScope scope = storage.openScope("scope", MB);
            Block block = scope.allocate(1 + random.nextInt(1 << 16));
            GrowingBuffer buffer = scope.growingBuffer(MB, random.nextInt(2) * 5000L);
            buffer.room(5000);
            return new Round(List.of(block::close, scope::close, buffer::close), () -> {
                assertEquals(0, requireSound(0).usedBytes());
                assertEquals(0, storage.ledger().reservedBytes());
            });
        });
    }

    @Test
    void steal_whileTheOwnerPops_handsTheFrameToOne() throws Exception {
        try (StorageScope first = storage.openScope("first", 4 * MB);
                StorageScope second = storage.openScope("second", 4 * MB)) {
            Race.run(ROUNDS, random -> {
                int bytes = 1 + random.nextInt(1 << 16);
                first.allocate(bytes).close();
                AtomicReferenceArray<Block> taken = new AtomicReferenceArray<>(2);
                return new Round(
                        List.of(() -> taken.set(0, first.allocate(bytes)), () -> taken.set(1, second.allocate(bytes))),
                        () -> {
                            assertNotEquals(taken.get(0).offset(), taken.get(1).offset());
                            requireSound(2);
                            taken.get(0).close();
                            taken.get(1).close();
                        });
            });
        }
    }

    @Test
    void split_whileOthersPopAndPurge_givesEachItsOwnPart() throws Exception {
        try (StorageScope first = storage.openScope("first", 8 * MB);
                StorageScope second = storage.openScope("second", 8 * MB)) {
            Race.run(ROUNDS, random -> {
                first.allocate(MB).close();
                int small = 300_000 + random.nextInt(300_000);
                boolean purge = random.nextBoolean();
                AtomicReferenceArray<Block> taken = new AtomicReferenceArray<>(2);
                return new Round(
                        List.of(
                                () -> taken.set(0, marked(first.allocate(small), 1)),
                                () -> taken.set(1, marked(second.allocate(random.nextBoolean() ? MB : small), 2)),
                                () -> {
                                    if (purge) {
                                        storage.purge();
                                    }
                                }),
                        () -> {
                            requireIntact(taken.get(0), 1);
                            requireIntact(taken.get(1), 2);
                            requireSound(2);
                            taken.get(0).close();
                            taken.get(1).close();
                        });
            });
        }
    }

    private Block marked(Block block, long mark) {
        write(block, mark);
        return block;
    }

    @Test
    void configure_whileOthersAllocate_neverBreaksAnImage() throws Exception {
        List<RowShape> shapes = List.of(new RowShape(1000, 300), new RowShape(500, 150));
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            Race.run(ROUNDS, random -> {
                StorageLimits limits =
                        new StorageLimits(4096L << random.nextInt(8), 64 << random.nextInt(7), random.nextInt(8));
                AtomicReferenceArray<RowLease> taken = new AtomicReferenceArray<>(2);
                return new Round(
                        List.of(
                                () -> taken.set(0, scope.allocateRows(shapes, false)),
                                () -> taken.set(1, scope.allocateRows(shapes, true)),
                                () -> storage.configure(limits)),
                        () -> {
                            for (int i = 0; i < 2; i++) {
                                requireInside(taken.get(i), shapes);
                                taken.get(i).close();
                            }
                            assertTrue(requireSound(0).arenas().stream()
                                    .allMatch(arena -> arena.cachedBlocks() <= limits.blocksMax()));
                        });
            });
        }
    }

    private static void requireInside(RowLease rows, List<RowShape> shapes) {
        for (int plane = 0; plane < shapes.size(); plane++) {
            int stride = rows.strideBytes(plane);
            assertEquals(shapes.get(plane).rows(), rows.rows(plane).length);
            for (long row : rows.rows(plane)) {
                assertTrue(rows.blocks().stream()
                        .anyMatch(block ->
                                row - 64 >= block.offset() && row + stride + 64 <= block.offset() + block.bytes()));
            }
        }
    }

    @Test
    void purge_whileOthersPop_neverTakesPagesInUse() throws Exception {
        try (StorageScope scope = storage.openScope("scope", 8 * MB)) {
            Race.run(ROUNDS, random -> {
                int bytes = 1 + random.nextInt(1 << 16);
                scope.allocate(bytes).close();
                scope.allocate(bytes / 2 + 1).close();
                Racer pop = () -> {
                    Block block = scope.allocate(bytes);
                    write(block, bytes);
                    requireIntact(block, bytes);
                    block.close();
                };
                return new Round(List.of(pop, pop, storage::purge), () -> requireSound(0));
            });
        }
    }

    @Test
    void age_whileOthersDoEverything_neverTakesPagesInUse() throws Exception {
        Race.run(ROUNDS / 2, random -> {
            long seed = random.nextLong();
            return new Round(
                    List.of(() -> work(new Random(seed)), () -> work(new Random(seed + 1)), () -> {
                        for (int i = 0; i < 2 * IdleFrames.DECAY_STEPS; i++) {
                            storage.arenas().age();
                        }
                    }),
                    () -> requireSound(0));
        });
    }

    private void work(Random random) {
        try (StorageScope scope = storage.openScope("work", 4 * MB)) {
            List<Block> held = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Block block = scope.allocate(1 + random.nextInt(1 << 17));
                write(block, i);
                held.add(block);
                if (random.nextBoolean()) {
                    Block other = held.remove(random.nextInt(held.size()));
                    other.close();
                }
            }
            held.forEach(Block::close);
        }
    }

    @Test
    void allocate_allReservedAndMuchCached_neverFails() throws Exception {
        Racer[] racers = new Racer[4];
        List<StorageScope> scopes = new ArrayList<>();
        for (int i = 0; i < racers.length; i++) {
            scopes.add(storage.openScope("scope " + i, 4 * MB));
        }
        assertEquals(16 * MB, storage.ledger().reservedBytes());
        Race.run(ROUNDS / 5, random -> {
            for (int i = 0; i < racers.length; i++) {
                StorageScope scope = scopes.get(i);
                Random own = new Random(random.nextLong());
                racers[i] = () -> fillAndEmpty(scope, own);
            }
            return new Round(List.of(racers), () -> {
                requireSound(0);
                assertTrue(storage.ledger().heldBytes() <= 16 * MB);
            });
        });
        scopes.forEach(StorageScope::close);
        assertEquals(0, storage.stats().failures());
    }

    /** Takes as much as the scope reserved, in blocks of any size; a refusal throws. */
    private static void fillAndEmpty(StorageScope scope, Random random) {
        for (int i = 0; i < 4; i++) {
            List<Block> held = new ArrayList<>();
            int mean = 4096 << random.nextInt(10);
            for (long left = 4 * MB; left > 0; left = scope.reservedBytes() - scope.usedBytes()) {
                int sizeClass = SizeClasses.largestWithin(Math.min(left, 4096 + random.nextInt(2 * mean)));
                held.add(scope.allocate(SizeClasses.bytesOf(sizeClass)));
            }
            held.forEach(Block::close);
        }
    }
}
