package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import dev.quarry.storage.SystemMemory.UnavailableException;
import org.junit.jupiter.api.Test;

/** What a storage does when the system refuses. */
class SystemMemoryTest {

    private static final long MB = 1L << 20;
    private static final StorageSettings AUTO = StorageSettings.defaults(8 * MB, 1);

    private static SystemMemory refuse(long budgetBytes, boolean hugePages) throws UnavailableException {
        throw new UnavailableException("mmap is forbidden here");
    }

    @Test
    void open_autoWithoutMmap_isPortableAndSaysWhy() {
        try (BlockStorage storage = BlockStorage.open(AUTO, SystemMemoryTest::refuse)) {
            assertEquals(Provider.PORTABLE, storage.provider());
            assertEquals("portable memory, because mmap is forbidden here", storage.providerReason());
            assertEquals(8 * MB, storage.memory().byteSize());
        }
    }

    @Test
    void open_mmapDemandedButRefused_throwsWithTheReason() {
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class,
                () -> BlockStorage.open(AUTO.withProvider(Provider.MMAP), SystemMemoryTest::refuse));
        assertEquals("quarry.storage.provider is mmap, but mmap is forbidden here", refusal.getMessage());
    }

    @Test
    void close_systemRefusesToTakePagesBack_keepsThemChargedAndOffersThemAgain() throws UnavailableException {
        WatchedMemory memory = new WatchedMemory(MmapMemory.open(8 * MB, false));
        try (BlockStorage storage = new BlockStorage(AUTO.withCache(0, 0), memory, "test")) {
            memory.refuseGiveBack();
            try (StorageScope scope = storage.openScope("all", 8 * MB)) {
                scope.allocate(3 * MB).close();
                assertEquals(3 * MB, storage.ledger().strandedBytes());
                assertEquals(3 * MB, storage.stats().committedBytes());
                assertEquals(0, storage.stats().usedBytes());
                assertThrows(StorageExhaustedException.class, () -> scope.allocate(6 * MB));
                memory.grantAll();
                scope.allocate(6 * MB).close();
            }
            assertEquals(0, storage.ledger().chargedBytes());
            assertEquals(0, storage.stats().committedBytes());
            memory.refuseGiveBack();
            try (StorageScope scope = storage.openScope("again", MB)) {
                scope.allocate(MB).close();
            }
            storage.close();
            assertEquals(0, storage.ledger().chargedBytes());
        }
    }

    @Test
    void allocate_systemRefusesPages_throwsAndChargesNothing() throws UnavailableException {
        WatchedMemory memory = new WatchedMemory(MmapMemory.open(8 * MB, false));
        try (BlockStorage storage = new BlockStorage(AUTO, memory, "test");
                StorageScope scope = storage.openScope("all", 8 * MB)) {
            memory.refuseNextCommit();
            assertThrows(StorageExhaustedException.class, () -> scope.allocate(MB));
            assertEquals(0, scope.usedBytes());
            assertEquals(storage.memory().byteSize(), storage.stats().largestFreeBytes());
            assertEquals(0, storage.stats().arenas().getFirst().allocations());
            scope.allocate(MB).close();
            assertTrue(scope.peakBytes() >= MB);
        }
    }
}
