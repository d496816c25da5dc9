package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageDebug.Level;
import dev.quarry.storage.StorageFault.Kind;
import dev.quarry.storage.StorageSettings.Provider;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each wrong use of a growing buffer is caught where the level promises it. */
@FaultsExpected
class GrowingBufferFaultTest {

    private static final long MB = 1 << 20;

    private static BlockStorage storage(Provider provider) {
        return BlockStorage.open(StorageSettings.portable(8 * MB)
                .withProvider(provider)
                .withDecay(StorageSettings.NEVER)
                .withDebug(Level.GUARD));
    }

    private static StorageFault fault(Kind kind, Executable wrong) {
        StorageFault fault = assertThrows(StorageFaultException.class, wrong).fault();
        assertEquals(kind, fault.kind(), fault.toString());
        return fault;
    }

    private static void write(BlockStorage storage, long offset, int value) {
        storage.memory().set(JAVA_BYTE, offset, (byte) value);
    }

    @Test
    void use_ofABufferAfterRelease_throwsAtTheCall() {
        try (BlockStorage storage = storage(Provider.PORTABLE);
                StorageScope scope = storage.openScope("late reader", MB)) {
            GrowingBuffer buffer = scope.growingBuffer(1000);
            buffer.append(MemorySegment.ofArray(new byte[10]));
            buffer.close();
            fault(Kind.USE_AFTER_RELEASE, buffer::bytes);
            fault(Kind.DOUBLE_RELEASE, buffer::close);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MMAP", "PORTABLE"})
    void overrun_ofAGrowingBuffer_isReportedWhenItGrowsAndAtRelease(Provider provider) {
        try (BlockStorage storage = storage(provider);
                StorageScope scope = storage.openScope("buffer", MB)) {
            GrowingBuffer buffer = scope.growingBuffer(100_000);
            buffer.append(MemorySegment.ofArray(new byte[3000]));
            long end = buffer.room(0).address()
                    - storage.memory().address()
                    + buffer.room(0).byteSize();
            write(storage, end, 1);
            fault(Kind.WRITE_AFTER_BLOCK, () -> buffer.room(50_000));
            assertEquals(3000, buffer.length());
            buffer.append(MemorySegment.ofArray(new byte[20_000]));
            end = buffer.room(0).address()
                    - storage.memory().address()
                    + buffer.room(0).byteSize();
            write(storage, end, 1);
            fault(Kind.WRITE_AFTER_BLOCK, buffer::close);
            assertEquals(0, scope.usedBytes());
        }
    }

    /** Fills a buffer of at most 100,000 bytes; where it began. */
    private static long used(BlockStorage storage, StorageScope scope, int bytes) {
        try (GrowingBuffer buffer = scope.growingBuffer(100_000)) {
            buffer.append(MemorySegment.ofArray(new byte[bytes]));
            return buffer.bytes().address() - storage.memory().address();
        }
    }

    @Test
    void pages_ofAnEarlierBuffer_areUsedAgainAndMarkedAnew() {
        try (BlockStorage storage = storage(Provider.MMAP);
                StorageScope scope = storage.openScope("buffer", MB)) {
            long offset = used(storage, scope, 20_000);
            long commits = storage.stats().commits();
            assertTrue(storage.stats().cachedBytes() >= 20_000, "nothing kept");
            assertEquals(GuardedMemory.RELEASED, storage.memory().get(JAVA_BYTE, offset + 10_000));
            try (GrowingBuffer buffer = scope.growingBuffer(100_000)) {
                MemorySegment room = buffer.room(20_000);
                assertEquals(offset, room.address() - storage.memory().address());
                assertEquals(GuardedMemory.GUARD, storage.memory().get(JAVA_BYTE, offset - 1));
                assertEquals(GuardedMemory.FRESH, room.get(JAVA_BYTE, 10_000));
                assertEquals(GuardedMemory.GUARD, storage.memory().get(JAVA_BYTE, offset + room.byteSize()));
            }
            assertEquals(commits, storage.stats().commits());
            assertEquals(0, storage.stats().corruptions());
        }
    }

    @Test
    void writeAfterRelease_intoPagesThatWereKept_isReportedByTheNextBuffer() {
        try (BlockStorage storage = storage(Provider.MMAP);
                StorageScope scope = storage.openScope("late writer", MB)) {
            long offset = used(storage, scope, 20_000);
            write(storage, offset + 1234, 1);
            GrowingBuffer next = scope.growingBuffer(100_000);
            StorageFault fault = fault(Kind.WRITE_AFTER_RELEASE, () -> next.room(1));
            assertTrue(fault.found().contains("byte " + (64 + 1234) + " was changed"), fault.found());
            assertEquals(offset - 64, Objects.requireNonNull(fault.subject()).offset(), fault.toString());
            next.append(MemorySegment.ofArray(new byte[100]));
            next.close();
            assertEquals(0, scope.usedBytes());
        }
    }

    @Test
    void writeAfterRelease_intoPagesThatWereKept_isCountedWhenTheyGoBackToTheSystem() {
        try (BlockStorage storage = storage(Provider.MMAP);
                StorageScope scope = storage.openScope("late writer", MB)) {
            write(storage, used(storage, scope, 20_000), 1);
            storage.purge();
            assertEquals(1, storage.stats().faults(Kind.WRITE_AFTER_RELEASE));
            assertEquals(0, storage.ledger().heldBytes());
        }
    }
}
