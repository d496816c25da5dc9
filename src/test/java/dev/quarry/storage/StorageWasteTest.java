package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much larger blocks are than what was asked for. No block is touched, so the test takes no memory. */
class StorageWasteTest {

    private static final int BLOCKS = 10_000;
    private static final double MOST_WASTE = 0.25;
    private static final long SMALLEST_BYTES = 16 << 10;
    private static final long LARGEST_BYTES = 1 << 20;
    private static final long BUDGET_BYTES = 8L << 30;

    private final BlockStorage storage =
            BlockStorage.open(MeasuredStorage.settings(4, 256).withDebug(StorageDebug.Level.OFF));
    private final StorageScope scope = storage.openScope("mixed", BUDGET_BYTES);
    private final SplittableRandom random = new SplittableRandom(20261130);

    @AfterEach
    void close() {
        scope.close();
        assertEquals(0, storage.stats().leaks());
        storage.close();
    }

    @Test
    void waste_tenThousandMixedBlocks_isAtMostAQuarter() {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(scope.allocate(mixedSize()));
        }
        assertWaste(BLOCKS);
        replaceHalf(blocks);
        assertWaste(BLOCKS);
        blocks.forEach(Block::close);
    }

    private void replaceHalf(List<Block> blocks) {
        for (int i = 0; i < BLOCKS / 2; i++) {
            int index = random.nextInt(BLOCKS);
            blocks.get(index).close();
            blocks.set(index, scope.allocate(mixedSize()));
        }
    }

    /** Each power of two between the bounds as often as any other. */
    private long mixedSize() {
        double doublings = Math.log((double) LARGEST_BYTES / SMALLEST_BYTES) / Math.log(2);
        return (long) (SMALLEST_BYTES * Math.pow(2, random.nextDouble() * doublings));
    }

    @Test
    void waste_tenThousandMixedPictures_isAtMostAQuarter() {
        List<RowLease> pictures = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            RowShape plane = new RowShape(random.nextInt(100, 700), random.nextInt(100, 500));
            pictures.add(scope.allocateRows(List.of(plane, plane, plane), false));
        }
        assertWaste(BLOCKS);
        pictures.forEach(RowLease::close);
    }

    private void assertWaste(int blocks) {
        StorageStats stats = storage.stats();
        assertEquals(blocks, stats.usedBlocks());
        assertTrue(stats.usedBytes() >= stats.requestedBytes());
        double waste = (double) stats.usedBytes() / stats.requestedBytes() - 1;
        assertTrue(waste <= MOST_WASTE, () -> "wasted " + waste);
        for (ArenaStats arena : stats.arenas()) {
            assertTrue(arena.wasteRatio() <= MOST_WASTE, arena::toString);
        }
    }
}
