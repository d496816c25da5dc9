package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageSettings.Provider;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a growing buffer is charged and where its bytes lie; its contents are in {@link BlockStorageContract}. */
class GrowingBufferTest {

    private static final long MB = 1L << 20;

    private static BlockStorage open(Provider provider) {
        return BlockStorage.open(StorageSettings.defaults(16 * MB, 1).withProvider(provider));
    }

    @Test
    void append_whereAddressesAreFree_neverMovesAndIsChargedAsItGrows() {
        try (BlockStorage storage = open(Provider.MMAP);
                StorageScope scope = storage.openScope("upload", 16 * MB)) {
            GrowingBuffer buffer = scope.growingBuffer(100 * MB);
            assertEquals(0, scope.usedBytes());
            buffer.append(MemorySegment.ofArray(new byte[100]));
            assertEquals(4096, scope.usedBytes());
            MemorySegment first = buffer.bytes();
            for (int i = 0; i < 100; i++) {
                buffer.append(MemorySegment.ofArray(new byte[100_000]));
            }
            assertEquals(first.address(), buffer.bytes().address());
            assertTrue(scope.usedBytes() >= buffer.length());
            assertTrue(scope.usedBytes() <= buffer.length() + MB + 4096, "charged " + scope.usedBytes());
            StorageStats stats = storage.stats();
            assertEquals(scope.usedBytes(), stats.growingBytes());
            assertEquals(scope.usedBytes(), stats.committedBytes());
            buffer.close();
            buffer.close();
            assertEquals(0, scope.usedBytes());
            assertEquals(0, storage.stats().growingBytes());
            assertEquals(0, storage.stats().committedBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void append_intoFreshMemory_countsEachCommit(Provider provider) {
        try (BlockStorage storage = open(provider);
                StorageScope scope = storage.openScope("upload", 4 * MB)) {
            for (int round = 0; round < 3; round++) {
                try (GrowingBuffer buffer = scope.growingBuffer(MB)) {
                    buffer.append(MemorySegment.ofArray(new byte[100]));
                    buffer.append(MemorySegment.ofArray(new byte[100]));
                }
            }
            StorageStats stats = storage.stats();
            assertEquals(1, stats.commits(), "idle memory is no fresh memory");
            scope.allocate(MB).close();
            scope.allocate(MB).close();
            assertEquals(stats.commits() + 1, storage.stats().commits());
        }
    }

    @ParameterizedTest
    @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void append_ofTheForetoldLength_takesPagesThatAreThere(Provider provider) {
        try (BlockStorage storage = open(provider);
                StorageScope scope = storage.openScope("upload", 4 * MB)) {
            long address = 0;
            for (int round = 0; round < 3; round++) {
                try (GrowingBuffer buffer = scope.growingBuffer(MB, MB)) {
                    buffer.append(MemorySegment.ofArray(new byte[100]));
                    assertEquals(MB, scope.usedBytes());
                    buffer.append(MemorySegment.ofArray(new byte[(int) MB - 100]));
                    assertEquals(MB, buffer.length());
                    assertTrue(round == 0 || address == buffer.bytes().address(), "the same pages again");
                    address = buffer.bytes().address();
                }
            }
            assertEquals(1, storage.stats().commits());
        }
    }

    @ParameterizedTest
    @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void append_beyondTheForetoldLength_keepsTheBytes(Provider provider) {
        try (BlockStorage storage = open(provider);
                StorageScope scope = storage.openScope("result", 4 * MB);
                GrowingBuffer buffer = scope.growingBuffer(2 * MB, 5000)) {
            byte[] piece = new byte[3000];
            for (int i = 0; i < 100; i++) {
                Arrays.fill(piece, (byte) i);
                buffer.append(MemorySegment.ofArray(piece));
            }
            assertEquals(300_000, buffer.length());
            for (int i = 0; i < 100; i++) {
                assertEquals((byte) i, buffer.bytes().get(ValueLayout.JAVA_BYTE, 3000L * i + i));
            }
        }
    }

    @Test
    void append_whereTheForetoldLengthIsNotReserved_isChargedAsItGrows() {
        try (BlockStorage storage = open(Provider.MMAP);
                StorageScope scope = storage.openScope("upload", MB);
                GrowingBuffer buffer = scope.growingBuffer(16 * MB, 8 * MB)) {
            buffer.append(MemorySegment.ofArray(new byte[100]));
            assertEquals(4096, scope.usedBytes());
        }
    }

    @Test
    void append_exactlyTheReservation_fitsWhereAddressesAreFree() {
        try (BlockStorage storage = open(Provider.MMAP);
                StorageScope scope = storage.openScope("upload", 3 * MB);
                StorageScope rest = storage.openScope("rest", 13 * MB);
                GrowingBuffer buffer = scope.growingBuffer(100 * MB)) {
            for (int i = 0; i < 24; i++) {
                buffer.append(MemorySegment.ofArray(new byte[(int) MB / 8]));
            }
            assertEquals(3 * MB, buffer.length());
            assertThrows(StorageExhaustedException.class, () -> buffer.room(1));
            assertEquals(13 * MB, rest.reservedBytes());
        }
    }

    @Test
    void growingBuffer_slotsForMoreThanTheAddresses_stillWork() {
        try (BlockStorage storage = open(Provider.MMAP);
                StorageScope scope = storage.openScope("uploads", 16 * MB)) {
            long most = storage.memory().byteSize() / 2;
            try (GrowingBuffer wide = scope.growingBuffer(most);
                    GrowingBuffer wider = scope.growingBuffer(Long.MAX_VALUE)) {
                wide.append(MemorySegment.ofArray(new byte[5000]));
                wider.append(MemorySegment.ofArray(new byte[5000]));
                wider.append(MemorySegment.ofArray(new byte[5000]));
                assertEquals(8192, storage.stats().growingBytes());
                assertEquals(10_000, wider.bytes().byteSize());
                assertEquals(1, storage.stats().arenas().getFirst().reallocations());
            }
        }
    }

    @Test
    void append_whereAddressesAreDear_takesOnlyWhatIsNeededWhenTwiceDoesNotFit() {
        try (BlockStorage storage = open(Provider.PORTABLE);
                StorageScope scope = storage.openScope("upload", 9 * MB);
                StorageScope rest = storage.openScope("rest", 7 * MB);
                GrowingBuffer buffer = scope.growingBuffer(100 * MB)) {
            buffer.append(MemorySegment.ofArray(new byte[(int) (4 * MB)]));
            buffer.append(MemorySegment.ofArray(new byte[100]));
            assertEquals(5 * MB, scope.usedBytes());
            assertEquals(7 * MB, rest.reservedBytes());
        }
    }

    @Test
    void room_afterClose_throws() {
        try (BlockStorage storage = open(Provider.PORTABLE);
                StorageScope scope = storage.openScope("upload", MB)) {
            GrowingBuffer buffer = scope.growingBuffer(MB);
            buffer.append(MemorySegment.ofArray(new byte[10]));
            buffer.close();
            assertEquals(0, buffer.bytes().byteSize());
            assertThrows(IllegalStateException.class, () -> buffer.room(1));
        }
    }

    @Test
    void close_slotWithPages_keepsThemForTheNextBufferUntilTheyAreWanted() {
        try (BlockStorage storage = open(Provider.MMAP)) {
            long address;
            try (StorageScope scope = storage.openScope("first", 8 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[(int) (2 * MB)]));
                address = buffer.bytes().address();
            }
            assertEquals(2 * MB, storage.stats().cachedBytes());
            assertEquals(0, storage.stats().growingBytes());
            long commits = storage.stats().commits();
            try (StorageScope scope = storage.openScope("second", 8 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[(int) MB]));
                assertEquals(address, buffer.bytes().address());
                assertEquals(2 * MB, scope.usedBytes());
                assertEquals(0, storage.stats().cachedBytes());
                assertEquals(commits, storage.stats().commits());
            }
            assertEquals(2 * MB, storage.ledger().heldBytes());
            try (StorageScope all = storage.openScope("all", 16 * MB);
                    Block whole = all.allocate(16 * MB)) {
                assertEquals(16 * MB, whole.bytes());
                assertEquals(0, storage.stats().cachedBytes());
                assertEquals(16 * MB, storage.stats().committedBytes());
            }
        }
    }

    @Test
    void append_warmSlotLargerThanHalfOfWhatIsLeft_leavesTheRestOfTheScopeAlone() {
        try (BlockStorage storage = open(Provider.MMAP)) {
            try (StorageScope scope = storage.openScope("first", 8 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[(int) (4 * MB)]));
            }
            try (StorageScope scope = storage.openScope("small", 2 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[100]));
                assertEquals(MB, scope.usedBytes());
                scope.allocate(MB).close();
                buffer.append(MemorySegment.ofArray(new byte[(int) MB]));
                assertEquals(MB + 100, buffer.length());
            }
            assertTrue(storage.ledger().heldBytes() <= 4 * MB, "the rest went back");
        }
    }

    @Test
    void room_scopeClosedBeforeTheFirstByte_leavesTheWarmSlotToTheNext() {
        try (BlockStorage storage = open(Provider.MMAP)) {
            try (StorageScope scope = storage.openScope("first", 8 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[(int) MB]));
            }
            StorageScope scope = storage.openScope("closing", 8 * MB);
            GrowingBuffer buffer = new GrowingBuffer(scope, 6 * MB, 0);
            scope.close();
            assertThrows(IllegalStateException.class, () -> buffer.room(1));
            assertEquals(MB, storage.stats().cachedBytes());
            storage.purge();
            assertEquals(0, storage.ledger().chargedBytes());
            assertEquals(storage.memory().byteSize(), storage.stats().largestFreeBytes());
        }
    }

    @Test
    void age_idleSlot_goesBackToTheSystem() {
        try (BlockStorage storage = BlockStorage.open(
                StorageSettings.defaults(16 * MB, 1).withProvider(Provider.MMAP).withDecay(StorageSettings.NEVER))) {
            try (StorageScope scope = storage.openScope("first", 8 * MB);
                    GrowingBuffer buffer = scope.growingBuffer(6 * MB)) {
                buffer.append(MemorySegment.ofArray(new byte[(int) MB]));
            }
            for (int step = 1; step < IdleFrames.DECAY_STEPS; step++) {
                storage.arenas().age();
            }
            assertEquals(MB, storage.stats().committedBytes());
            storage.arenas().age();
            assertEquals(0, storage.stats().committedBytes());
            assertEquals(storage.memory().byteSize(), storage.stats().largestFreeBytes());
        }
    }

    @Test
    void arguments_outOfRange_areRefused() {
        try (BlockStorage storage = open(Provider.PORTABLE);
                StorageScope scope = storage.openScope("upload", MB);
                GrowingBuffer buffer = scope.growingBuffer(100)) {
            assertEquals(100, buffer.room(10).byteSize());
            assertThrows(IllegalArgumentException.class, () -> buffer.advance(101));
            assertThrows(IllegalArgumentException.class, () -> buffer.advance(-1));
            assertThrows(IllegalArgumentException.class, () -> buffer.room(-1));
            assertThrows(IllegalArgumentException.class, () -> buffer.truncate(1));
            assertThrows(IllegalArgumentException.class, () -> scope.growingBuffer(-1));
            assertThrows(StorageExhaustedException.class, () -> buffer.room(Long.MAX_VALUE));
        }
    }
}
