package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MallocMemoryTest {

    private static final long MB = 1L << 20;

    @Test
    void allocate_withinTheBudget_isWritableAtItsAddress() throws Exception {
        try (MallocMemory memory = MallocMemory.open(8 * MB)) {
            long address = memory.allocate(3 * MB);
            assertEquals(0, address % SizeClasses.PAGE_BYTES);
            memory.segment().asSlice(address, 3 * MB).fill((byte) 7);
            assertEquals(7, memory.segment().get(JAVA_BYTE, address + 3 * MB - 1));
            assertEquals(-1, memory.allocate(6 * MB));
            assertEquals(3 * MB, memory.committedBytes());
            assertEquals(5 * MB, memory.largestFreeBytes());
            memory.free(address, 3 * MB);
            assertEquals(0, memory.committedBytes());
        }
    }

    @Test
    void free_notTakenHere_isRefusedInsteadOfBreakingTheHeap() throws Exception {
        try (MallocMemory memory = MallocMemory.open(8 * MB)) {
            long address = memory.allocate(MB);
            assertThrows(IllegalArgumentException.class, () -> memory.free(address + 4096, MB));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, 2 * MB));
            memory.free(address, MB);
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, MB));
        }
    }

    @Test
    void close_blocksLeft_freesThemAndEndsAccess() throws Exception {
        MallocMemory memory = MallocMemory.open(8 * MB);
        long address = memory.allocate(MB);
        memory.close();
        assertEquals(0, memory.committedBytes());
        assertFalse(memory.segment().scope().isAlive());
        assertThrows(IllegalStateException.class, () -> memory.segment().get(JAVA_BYTE, address));
    }
}
