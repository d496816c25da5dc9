package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How idle blocks go back to the system with time. */
@Timeout(30)
class DecayTest {

    private static final long MB = 1L << 20;
    private static final StorageSettings SETTINGS = StorageSettings.defaults(64 * MB, 2)
            .withProvider(Provider.MMAP)
            .withCache(1024, 64 * MB)
            .withDecay(StorageSettings.NEVER);

    private static void burst(BlockStorage storage, int blocks) {
        try (StorageScope scope = storage.openScope("burst", blocks * MB)) {
            List<Block> taken = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
                Block block = scope.allocate(MB);
                storage.memory().asSlice(block.offset(), block.bytes()).fill((byte) 1);
                taken.add(block);
            }
            taken.forEach(Block::close);
        }
    }

    @Test
    void age_burstOfBlocks_goesSmoothlyAndWholly() {
        try (BlockStorage storage = BlockStorage.open(SETTINGS)) {
            burst(storage, 40);
            assertEquals(40 * MB, storage.stats().committedBytes());
            for (int step = 1; step <= IdleFrames.DECAY_STEPS; step++) {
                storage.arenas().age();
                assertEquals((40 - 2L * step) * MB, storage.stats().committedBytes(), "step " + step);
            }
            assertEquals(0, storage.ledger().chargedBytes());
            assertEquals(
                    40,
                    storage.stats().arenas().stream()
                            .mapToLong(ArenaStats::purged)
                            .sum());
        }
    }

    @Test
    void age_blocksInUseAgainAndAgain_staysWithThemAndDropsTheRest() {
        try (BlockStorage storage = BlockStorage.open(SETTINGS.withArenas(1))) {
            burst(storage, 40);
            for (int step = 0; step < 2 * IdleFrames.DECAY_STEPS; step++) {
                burst(storage, 4);
                storage.arenas().age();
            }
            assertEquals(4 * MB, storage.stats().committedBytes());
            assertEquals(40, storage.stats().commits());
        }
    }

    @Test
    void age_blockOfABusyArenaHandedBack_isFoundThere() throws InterruptedException {
        try (BlockStorage storage = BlockStorage.open(SETTINGS)) {
            try (StorageScope scope = storage.openScope("scope", MB)) {
                Block block = scope.allocate(MB);
                BlockArena arena = block.frame().arena();
                arena.lock().acquire();
                Thread.ofPlatform().start(block::close).join();
                arena.lock().release();
            }
            for (int step = 0; step < IdleFrames.DECAY_STEPS; step++) {
                storage.arenas().age();
            }
            assertEquals(0, storage.ledger().heldBytes());
        }
    }

    @Test
    void timer_afterABurst_bringsResidentMemoryBackToIdle() throws Exception {
        try (BlockStorage storage = BlockStorage.open(SETTINGS.withDecay(Duration.ofMillis(400)))) {
            burst(storage, 2);
            Thread.sleep(1000);
            long idle = residentBytes(storage);
            burst(storage, 48);
            long after = residentBytes(storage);
            assertTrue(after >= 24 * MB, "the burst should be resident still: " + after);
            long end = System.nanoTime() + 10_000_000_000L;
            while (storage.ledger().heldBytes() > 0 && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertEquals(0, storage.stats().committedBytes());
            assertTrue(residentBytes(storage) <= idle + (48 * MB - idle) / 10, "resident: " + residentBytes(storage));
        }
    }

    /** What the kernel says of the mapping. */
    private static long residentBytes(BlockStorage storage) throws IOException {
        String start = Long.toHexString(storage.memory().address());
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                inside = line.startsWith(start + "-");
            } else if (inside && line.startsWith("Rss:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new AssertionError("no mapping at " + start);
    }

    @Test
    void decay_zero_givesBackAtOnce() {
        try (BlockStorage storage = BlockStorage.open(SETTINGS.withDecay(Duration.ZERO))) {
            burst(storage, 8);
            assertEquals(0, storage.stats().committedBytes());
            assertEquals(0, storage.stats().cachedBlocks());
        }
    }

    @Test
    void close_storage_stopsTheTimer() throws InterruptedException {
        long before = timers();
        BlockStorage storage = BlockStorage.open(SETTINGS.withDecay(Duration.ofMillis(20)));
        burst(storage, 8);
        assertTrue(timers() > 0);
        storage.close();
        assertTrue(timers() <= before);
        assertFalse(storage.memory().scope().isAlive());
    }

    private static long timers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("storage-decay"))
                .count();
    }
}
