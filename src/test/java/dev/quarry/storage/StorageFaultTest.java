package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.StorageDebug.Action;
import dev.quarry.storage.StorageDebug.Level;
import dev.quarry.storage.StorageFault.Kind;
import dev.quarry.storage.StorageFault.Subject;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each wrong use is caught where the level promises it, and the report says what a reader needs. */
@FaultsExpected
class StorageFaultTest {

    private static final long MB = 1 << 20;

    private static BlockStorage storage(Level level) {
        return storage(level, Action.THROW);
    }

    private static BlockStorage storage(Level level, Action action) {
        return BlockStorage.open(StorageSettings.portable(8 * MB).withDebug(new StorageDebug(level, action)));
    }

    private static StorageFault fault(Kind kind, Executable wrong) {
        StorageFault fault = assertThrows(StorageFaultException.class, wrong).fault();
        assertEquals(kind, fault.kind(), fault.toString());
        return fault;
    }

    private static Subject subject(StorageFault fault) {
        return Objects.requireNonNull(fault.subject(), fault::toString);
    }

    private static void write(BlockStorage storage, long offset, int value) {
        storage.memory().set(JAVA_BYTE, offset, (byte) value);
    }

    @ParameterizedTest
    @EnumSource(names = {"GUARD", "PARANOID"})
    void overrun_byOneByte_isReportedAtReleaseWithNeighbours(Level level) {
        try (BlockStorage storage = storage(level);
                StorageScope scope = storage.openScope("overrun", MB);
                Block below = scope.allocate(5000);
                Block above = scope.allocate(5000)) {
            Block block = scope.allocate(5000);
            write(storage, block.offset() + 5000, 7);
            StorageFault fault = fault(Kind.WRITE_AFTER_BLOCK, block::close);
            Subject subject = subject(fault);
            assertEquals(0, Objects.requireNonNull(subject.after()).firstDamage());
            assertTrue(Objects.requireNonNull(subject.after()).shown().startsWith("07 fd fd fd"));
            assertEquals(-1, Objects.requireNonNull(subject.before()).firstDamage());
            assertEquals(5000, subject.requestedBytes());
            assertEquals(storage.bytesFor(5000), subject.bytes());
            assertEquals("overrun", subject.scope());
            assertTrue(subject.firstBytes().matches("(cd ){15}cd"), subject.firstBytes());
            assertEquals(
                    "thread main", Objects.requireNonNull(subject.allocated()).thread());
            // One of many allocations carries its stack in the other level too.
            assertTrue(
                    level != Level.PARANOID || fault.toString().contains("StorageFaultTest.overrun"),
                    "where it was allocated: " + fault);
            assertFalse(fault.neighbours().isEmpty(), "neighbours of " + block);
            assertEquals(1, storage.stats().faults(Kind.WRITE_AFTER_BLOCK));
            // The memory is back all the same.
            assertEquals(2 * storage.bytesFor(5000), scope.usedBytes());
            assertTrue(below.bytes() == 5000 && above.bytes() == 5000);
        }
    }

    @Test
    void underrun_ofRows_isReportedAtRelease() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("underrun", MB)) {
            RowLease rows = scope.allocateRows(List.of(new RowShape(100, 50)), false);
            long first = rows.rows(0)[0];
            // Slack belongs to kernels and codecs.
            storage.memory().asSlice(first - 64, 64).fill((byte) 1);
            storage.memory()
                    .asSlice(first + 49L * rows.strideBytes(0), 128 + 64)
                    .fill((byte) 1);
            write(storage, first - 65, 9);
            StorageFault fault = fault(Kind.WRITE_BEFORE_BLOCK, rows::close);
            assertEquals(63, Objects.requireNonNull(subject(fault).before()).firstDamage());
            assertEquals(-1, Objects.requireNonNull(subject(fault).after()).firstDamage());
        }
    }

    @Test
    void overrun_ofLastRow_isReportedAtRelease() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("rows", MB)) {
            RowLease rows = scope.allocateRows(List.of(new RowShape(128, 50), new RowShape(64, 3)), false);
            write(storage, rows.rows(1)[2] + 64 + 64, 9);
            fault(Kind.WRITE_AFTER_BLOCK, rows::close);
        }
    }

    @Test
    void writeAfterRelease_isReportedWhenTheMemoryIsHandedOutAgain() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("late writer", MB)) {
            Block block = scope.allocate(5000);
            long offset = block.offset();
            block.close();
            write(storage, offset + 1234, 1);
            StorageFault fault = fault(Kind.WRITE_AFTER_RELEASE, () -> scope.allocate(5000));
            assertTrue(fault.found().contains("byte " + (64 + 1234) + " was changed"), fault.found());
            assertEquals(
                    "thread main",
                    Objects.requireNonNull(subject(fault).released()).thread());
            assertEquals(0, scope.usedBytes());
            scope.allocate(5000).close();
        }
    }

    @Test
    void writeAfterRelease_isCountedWhenTheMemoryGoesBackToTheSystem() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("late writer", MB)) {
            Block block = scope.allocate(5000);
            long offset = block.offset();
            block.close();
            write(storage, offset, 1);
            storage.purge();
            assertEquals(1, storage.stats().faults(Kind.WRITE_AFTER_RELEASE));
        }
    }

    @Test
    void verify_atAnyTime_findsDamageOfLiveAndOfIdleMemory() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("verified", MB)) {
            Block idle = scope.allocate(9000);
            Block live = scope.allocate(5000);
            long offset = idle.offset();
            idle.close();
            assertEquals(List.of(), storage.verify());
            write(storage, offset + 5, 1);
            write(storage, live.offset() - 1, 1);
            assertEquals(
                    List.of(Kind.WRITE_AFTER_RELEASE, Kind.WRITE_BEFORE_BLOCK),
                    storage.verify().stream()
                            .map(StorageFault::kind)
                            .sorted(java.util.Comparator.comparing(Kind::name))
                            .toList());
            assertEquals(2, storage.stats().corruptions());
            fault(Kind.WRITE_BEFORE_BLOCK, live::close);
        }
    }

    @Test
    void use_afterRelease_throwsAtTheCall() {
        try (BlockStorage storage = storage(Level.PARANOID);
                StorageScope scope = storage.openScope("late reader", MB)) {
            RowLease rows = scope.allocateRows(List.of(new RowShape(100, 50)), false);
            Liveness liveness = Objects.requireNonNull(rows.liveness());
            liveness.requireLive();
            rows.close();
            StorageFault fault = fault(Kind.USE_AFTER_RELEASE, liveness::requireLive);
            fault(Kind.USE_AFTER_RELEASE, () -> rows.rows(0));
            String text = fault.toString();
            assertTrue(text.contains("released      by thread main"), text);
            assertEquals(2, text.split("StorageFaultTest.use_afterRelease", -1).length - 1, text);
        }
    }

    @Test
    void release_twice_isReportedEvenWhenTheMemoryHasANewHolder() {
        try (BlockStorage storage = storage(Level.GUARD);
                StorageScope scope = storage.openScope("twice", MB)) {
            Block first = scope.allocate(5000);
            first.close();
            fault(Kind.DOUBLE_RELEASE, first::close);
            try (Block second = scope.allocate(5000)) {
                StorageFault fault = fault(Kind.DOUBLE_RELEASE, first::close);
                assertTrue(fault.found().contains("the handle of generation 1"), fault.found());
                assertEquals(2, subject(fault).generation());
                assertTrue(second.isLive());
            }
        }
    }

    @Test
    void release_byAnotherScopeOrStorage_isRefused() {
        try (BlockStorage storage = storage(Level.GUARD);
                BlockStorage other = storage(Level.GUARD);
                StorageScope scope = storage.openScope("owner", MB);
                StorageScope thief = storage.openScope("thief", MB);
                StorageScope stranger = other.openScope("stranger", MB);
                Block block = scope.allocate(5000)) {
            StorageFault fault = fault(Kind.WRONG_SCOPE, () -> new Block(thief, block.frame()).close());
            assertTrue(fault.found().contains("\"thief\""), fault.found());
            assertEquals("owner", subject(fault).scope());
            fault(Kind.WRONG_OWNER, () -> new Block(stranger, block.frame()).close());
            assertTrue(block.isLive());
        }
    }

    @Test
    void allocate_outsideOfAScopeOrByAForbiddenThread_isReported() {
        try (BlockStorage storage = storage(Level.GUARD)) {
            StorageScope closed = storage.openScope("closed", MB);
            closed.close();
            fault(Kind.ALLOCATION_OUTSIDE_SCOPE, () -> closed.allocate(1));
            Thread self = Thread.currentThread();
            storage.forbidAllocation(thread -> thread == self);
            try (StorageScope scope = storage.openScope("forbidden", MB)) {
                fault(Kind.FORBIDDEN_THREAD, () -> scope.allocateRows(List.of(new RowShape(1, 1)), false));
                assertEquals(0, scope.usedBytes());
            }
        }
    }

    @Test
    void leak_atScopeClose_isReportedWithTheStackOfItsAllocation() {
        try (BlockStorage storage = storage(Level.PARANOID)) {
            StorageScope scope = storage.openScope("leaky", MB);
            Block block = scope.allocate(5000);
            StorageFault fault = fault(Kind.SCOPE_CLOSE, scope::close);
            assertEquals("LIVE", subject(fault).state());
            assertTrue(fault.toString().contains("StorageFaultTest.leak_atScopeClose"), fault.toString());
            assertEquals(0, storage.stats().reservedBytes());
            assertFalse(block.isLive());
        }
    }

    @Test
    void leak_inTheSampledLevel_tellsTheStackOfOneIn128() {
        try (BlockStorage storage = storage(Level.SAMPLED)) {
            StorageScope scope = storage.openScope("leaky", 8 * MB);
            for (int i = 0; i < 2000; i++) {
                scope.allocate(1);
            }
            StorageFaultException leak = assertThrows(StorageFaultException.class, scope::close);
            assertTrue(
                    String.valueOf(leak.getMessage()).contains("StorageFaultTest.leak_inTheSampledLevel"), "no stack");
            assertEquals(2000, storage.stats().faults(Kind.SCOPE_CLOSE));
        }
    }

    @Test
    void leak_atStorageClose_isReportedWhenAllIsClosed() {
        BlockStorage storage = storage(Level.GUARD);
        Block block = storage.openScope("open", MB).allocate(5000);
        fault(Kind.STORAGE_CLOSE, storage::close);
        assertFalse(storage.memory().scope().isAlive());
        assertFalse(block.isLive());
    }

    @Test
    void leak_ofALostHandle_isFoundByTheGarbageCollectorAndNotCountedAgain() throws InterruptedException {
        try (BlockStorage storage = storage(Level.PARANOID);
                StorageScope scope = storage.openScope("careless", MB)) {
            lose(scope);
            for (int i = 0; i < 500 && storage.stats().faults(Kind.LOST_HANDLE) == 0; i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertEquals(1, storage.stats().faults(Kind.LOST_HANDLE));
            scope.close();
            assertEquals(1, storage.stats().leaks());
            assertEquals(0, storage.stats().usedBytes());
        }
    }

    private static void lose(StorageScope scope) {
        assertNotNull(scope.allocateRows(List.of(new RowShape(10, 10)), false));
    }

    @Test
    void paranoid_releasedMemory_restsBeforeItIsHandedOutAgain() {
        try (BlockStorage storage = storage(Level.PARANOID);
                StorageScope scope = storage.openScope("resting", MB)) {
            Block first = scope.allocate(1);
            long offset = first.offset();
            first.close();
            int others = 0;
            while (others < 100) {
                Block next = scope.allocate(1);
                boolean same = next.offset() == offset;
                next.close();
                if (same) {
                    break;
                }
                others++;
            }
            assertEquals(BlockWatch.RESTING_BLOCKS, others);
        }
    }

    @Test
    void log_everyFault_goesOnAfterIt() {
        try (BlockStorage storage = storage(Level.PARANOID, Action.LOG);
                StorageScope scope = storage.openScope("logged", MB)) {
            Block block = scope.allocate(5000);
            write(storage, block.offset() + 5000, 7);
            block.close();
            block.close();
            assertEquals(1, storage.stats().faults(Kind.WRITE_AFTER_BLOCK));
            assertEquals(1, storage.stats().faults(Kind.DOUBLE_RELEASE));
        }
    }

    @Test
    void off_wrongUse_isNotWatched() {
        try (BlockStorage storage = storage(Level.OFF);
                StorageScope scope = storage.openScope("off", MB)) {
            assertEquals(storage.bytesFor(5000), SizeClasses.roundUp(5000));
            Block block = scope.allocate(5000);
            assertEquals(block.frame().offset(), block.offset());
            block.close();
            block.close();
            assertEquals(0, storage.stats().corruptions());
            assertEquals(List.of(), storage.verify());
        }
    }
}
