package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.error.ErrorKind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a storage does whatever its memory comes from. */
abstract class BlockStorageContract {

    static final long MB = 1L << 20;
    static final long BUDGET = 64 * MB;

    private final StorageSettings.Provider provider;
    private BlockStorage storage;

    BlockStorageContract(StorageSettings.Provider provider) {
        this.provider = provider;
    }

    @BeforeEach
    void open() {
        storage = BlockStorage.open(settings());
        assertEquals(provider, storage.provider(), storage.providerReason());
    }

    @AfterEach
    void close() {
        storage.close();
        assertEquals(0, storage.ledger().chargedBytes(), "charged after the storage was closed");
    }

    private StorageSettings settings() {
        return StorageSettings.defaults(BUDGET, 2).withProvider(provider);
    }

    @Test
    void allocate_anyBytes_areThereAndWritable() {
        try (StorageScope scope = storage.openScope("test", 8 * MB);
                Block block = scope.allocate(5 * MB)) {
            assertEquals(storage.bytesFor(5 * MB), block.bytes());
            storage.memory().asSlice(block.offset(), block.bytes()).fill((byte) 7);
            assertEquals(7, storage.memory().get(JAVA_BYTE, block.offset() + block.bytes() - 1));
            assertEquals(block.bytes(), scope.usedBytes());
        }
    }

    @Test
    void allocate_beyondTheReservation_throwsAndChargesNothing() {
        try (StorageScope scope = storage.openScope("small", MB)) {
            StorageExhaustedException refusal =
                    assertThrows(StorageExhaustedException.class, () -> scope.allocate(MB + 1));
            assertEquals(ErrorKind.MEMORY_EXHAUSTED, refusal.kind());
            assertEquals(MB, refusal.facts().get("limit"));
            assertEquals(0, scope.usedBytes());
            scope.allocate(MB).close();
            assertEquals(MB, scope.peakBytes());
        }
    }

    @Test
    void allocateZeroed_fromFreshUsedAndSplitMemory_holdsZeros() {
        try (StorageScope scope = storage.openScope("test", 8 * MB)) {
            for (long bytes : new long[] {MB, MB, MB / 2, MB / 2}) {
                try (Block block = scope.allocateZeroed(bytes)) {
                    MemorySegment memory = storage.memory().asSlice(block.offset(), block.bytes());
                    assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) block.bytes()])));
                    memory.fill((byte) 7);
                }
            }
        }
    }

    @Test
    void allocate_afterRelease_reusesTheSameMemory() {
        try (StorageScope scope = storage.openScope("test", 8 * MB)) {
            Block first = scope.allocate(MB);
            long offset = first.offset();
            first.close();
            try (Block second = scope.allocate(MB - 1)) {
                assertEquals(offset, second.offset());
            }
            StorageStats stats = storage.stats();
            assertEquals(1, sum(stats, ArenaStats::allocations));
            assertEquals(1, sum(stats, ArenaStats::reuses));
            assertEquals(1, stats.cachedBlocks());
        }
    }

    @Test
    void close_twice_neverTakesTheMemoryFromItsNextOwner() {
        try (StorageScope scope = storage.openScope("test", 8 * MB)) {
            Block first = scope.allocate(MB);
            first.close();
            Block second = scope.allocate(MB);
            first.close();
            try (Block third = scope.allocate(MB)) {
                assertNotEquals(second.offset(), third.offset());
                assertEquals(2 * MB, scope.usedBytes());
            }
            second.close();
            assertEquals(0, scope.usedBytes());
        }
    }

    @Test
    @FaultsExpected
    void close_scopeWithLiveBlocks_returnsAndCountsThem() {
        StorageScope scope = storage.openScope("leaky", 8 * MB);
        Block block = scope.allocate(MB);
        RowLease rows = scope.allocateRows(List.of(new RowShape(100, 100)), false);
        scope.growingBuffer(MB).append(MemorySegment.ofArray(new byte[10]));
        scope.close();
        scope.close();
        block.close();
        rows.close();
        StorageStats stats = storage.stats();
        assertEquals(3, stats.leaks());
        assertEquals(0, stats.usedBytes());
        assertEquals(0, stats.reservedBytes());
        assertEquals(0, stats.liveScopes());
        assertThrows(IllegalStateException.class, () -> scope.allocate(1));
        assertThrows(IllegalStateException.class, () -> scope.growingBuffer(1));
    }

    @Test
    void openScope_wholeBudget_fitsOnceAndEvictsTheCacheWhenItIsUsed() {
        try (StorageScope scope = storage.openScope("before", 8 * MB)) {
            List<Block> blocks = List.of(scope.allocate(4 * MB), scope.allocate(2 * MB));
            blocks.forEach(Block::close);
        }
        assertEquals(6 * MB, storage.stats().cachedBytes());
        try (StorageScope all = storage.openScope("all", BUDGET)) {
            assertEquals(6 * MB, storage.stats().cachedBytes());
            assertThrows(StorageExhaustedException.class, () -> storage.openScope("more", 1));
            try (Block block = all.allocate(BUDGET)) {
                assertEquals(BUDGET, block.bytes());
                assertEquals(0, storage.stats().cachedBytes());
            }
        }
        assertEquals(2, sum(storage.stats(), ArenaStats::purged));
    }

    @Test
    void openScope_moreThanTheBudget_failsAtOnce() {
        long deadline = System.nanoTime() + 60_000_000_000L;
        assertThrows(StorageExhaustedException.class, () -> storage.openScope("huge", BUDGET + 1, deadline));
        assertThrows(StorageExhaustedException.class, () -> storage.openScope("huge", Long.MAX_VALUE - 5000, deadline));
        assertTrue(System.nanoTime() < deadline);
        assertEquals(0, storage.stats().waits());
    }

    @Test
    @FaultsExpected
    void split_unusedShare_movesToTheNewScope() {
        try (StorageScope scope = storage.openScope("request", 8 * MB)) {
            scope.allocate(5 * MB);
            assertThrows(StorageExhaustedException.class, () -> scope.split("result", 4 * MB));
            StorageScope result = scope.split("result", 2 * MB);
            assertEquals(6 * MB, scope.reservedBytes());
            assertEquals(2 * MB, result.reservedBytes());
            assertThrows(StorageExhaustedException.class, () -> scope.allocate(2 * MB));
            scope.close();
            assertEquals(2 * MB, storage.stats().reservedBytes());
            result.allocate(2 * MB).close();
            result.close();
            assertEquals(0, storage.stats().reservedBytes());
        }
    }

    @Test
    void tryTopUp_withinTheBudget_raisesTheReservation() {
        try (StorageScope scope = storage.openScope("request", 60 * MB)) {
            assertTrue(scope.tryTopUp(4 * MB));
            assertFalse(scope.tryTopUp(1));
            assertEquals(64 * MB, scope.reservedBytes());
        }
        assertEquals(0, storage.stats().reservedBytes());
    }

    @Test
    void clearCache_total_keepsAtMostSoMany() {
        try (StorageScope scope = storage.openScope("test", 20 * MB)) {
            List<Block> blocks =
                    List.of(scope.allocate(MB), scope.allocate(MB), scope.allocate(2 * MB), scope.allocate(3 * MB));
            blocks.forEach(Block::close);
            assertEquals(4, storage.stats().cachedBlocks());
            storage.clearCache(3);
            assertTrue(storage.stats().cachedBlocks() <= 3);
            storage.purge();
            assertEquals(0, storage.stats().cachedBlocks());
            assertThrows(IllegalArgumentException.class, () -> storage.clearCache(-1));
        }
    }

    @Test
    void growingBuffer_appended_keepsItsBytes() {
        try (StorageScope scope = storage.openScope("upload", 16 * MB);
                GrowingBuffer buffer = scope.growingBuffer(4 * MB)) {
            byte[] piece = new byte[100_000];
            for (int i = 0; i < 30; i++) {
                java.util.Arrays.fill(piece, (byte) i);
                buffer.append(MemorySegment.ofArray(piece));
            }
            assertEquals(3_000_000, buffer.length());
            MemorySegment bytes = buffer.bytes();
            for (int i = 0; i < 3_000_000; i += 9_999) {
                assertEquals((byte) (i / 100_000), bytes.get(JAVA_BYTE, i), "byte " + i);
            }
            assertThrows(StorageExhaustedException.class, () -> buffer.room(4 * MB - 3_000_000 + 1));
            assertEquals(4 * MB - 3_000_000, buffer.room(4 * MB - 3_000_000).byteSize());
            buffer.truncate(5);
            assertEquals(5, buffer.bytes().byteSize());
        }
        assertEquals(0, storage.stats().usedBytes());
    }

    @Test
    void growingBuffer_beyondTheReservation_topsUpOrThrows() {
        try (StorageScope scope = storage.openScope("upload", MB);
                StorageScope other = storage.openScope("other", BUDGET - 8 * MB);
                GrowingBuffer buffer = scope.growingBuffer(BUDGET)) {
            buffer.append(MemorySegment.ofArray(new byte[(int) (3 * MB)]));
            assertTrue(scope.reservedBytes() >= 3 * MB);
            assertThrows(StorageExhaustedException.class, () -> buffer.room(20 * MB));
            assertEquals(3 * MB, buffer.length());
            assertEquals(BUDGET - 8 * MB, other.reservedBytes());
        }
        assertEquals(0, storage.stats().reservedBytes());
    }

    static long sum(StorageStats stats, java.util.function.ToLongFunction<ArenaStats> value) {
        return stats.arenas().stream().mapToLong(value).sum();
    }
}
