package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageModel.Held;
import dev.quarry.storage.StorageModel.OpenScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of random actions, compared with a model after each. */
abstract class StorageModelContract {

    private static final int ACTIONS = 1_000;
    static final long BUDGET = 4L << 20;
    private static final int LARGEST = 1 << 20;

    abstract SystemMemory memory() throws Exception;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_260_101})
    void anyActions_seeded_agreeWithTheModel(long seed) throws Exception {
        new Run(seed, false).play();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void anyActions_systemRefusesSomeCalls_agreeWithTheModel(long seed) throws Exception {
        new Run(seed, true).play();
    }

    private final class Run {
        private final long seed;
        private final boolean refusing;
        private final Random random;
        private final WatchedMemory memory;
        private final BlockStorage storage;
        private final StorageModel model;
        private final List<AutoCloseable> stale = new ArrayList<>();

        private Run(long seed, boolean refusing) throws Exception {
            this.seed = seed;
            this.refusing = refusing;
            random = new Random(seed);
            memory = new WatchedMemory(memory());
            StorageSettings settings = StorageSettings.defaults(BUDGET, 2)
                    .withArenas(1 + random.nextInt(4))
                    .withBlocks(4096L << random.nextInt(8), 64 << random.nextInt(7))
                    .withCache(random.nextInt(12), BUDGET / (1 + random.nextInt(4)));
            storage = new BlockStorage(settings, memory, "test");
            memory.watch(storage.arenas()::isLockHeld);
            model = new StorageModel(storage);
        }

        private void play() throws Exception {
            try (storage) {
                for (int step = 0; step < ACTIONS; step++) {
                    act(step);
                }
                while (!model.scopes().isEmpty()) {
                    closeScope();
                }
                storage.purge();
                StorageStats end = storage.stats();
                assertEquals(0, end.usedBytes() + end.cachedBytes() + end.reservedBytes());
                assertEquals(memory.segment().byteSize(), end.largestFreeBytes(), "addresses lost");
            }
            assertEquals(0, storage.ledger().chargedBytes());
            assertFalse(memory.wasCalledUnderLock(), "the system was called under a lock");
        }

        private void act(int step) throws Exception {
            int action = random.nextInt(100);
            try {
                if (refusing && action < 30) {
                    memory.refuseNextCommit();
                }
                perform(action);
                memory.grantAll();
                model.assertAgrees();
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
            } else {
                closeScope();
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
                // Idle blocks are no reason: they must have made way.
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
                    ? open.scope.growingBuffer(LARGEST)
                    : (GrowingBuffer)
                            buffers.get(random.nextInt(buffers.size())).lease();
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
                        refusing || isPortable() || count > open.reserved - open.scope.usedBytes(),
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
                stale.add(held.lease());
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
            assertEquals(reserved + bytes <= BUDGET, granted);
            open.reserved += granted ? bytes : 0;
        }

        private void clear() {
            int blocks = random.nextInt(6);
            storage.clearCache(blocks);
            assertTrue(storage.stats().cachedBlocks() <= blocks, "not cleared");
        }

        private void closeScope() {
            OpenScope open = anyScope();
            open.held.forEach(StorageModel::assertIntact);
            open.held.forEach(held -> stale.add(held.lease()));
            open.scope.close();
            model.closed(open);
        }
    }
}
