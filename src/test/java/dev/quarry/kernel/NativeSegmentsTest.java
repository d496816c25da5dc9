package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Tests of {@link NativeSegments}. */
final class NativeSegmentsTest {

    @Test
    void of_nativeMemory_isTheSameSegment() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment allocated = arena.allocate(64);
            MemorySegment slice = allocated.asSlice(8, 16);
            MemorySegment raw = MemorySegment.ofAddress(allocated.address()).reinterpret(64);

            assertSame(allocated, NativeSegments.of(allocated));
            assertSame(slice, NativeSegments.of(slice));
            assertSame(raw, NativeSegments.of(raw));
        }
    }

    @Test
    void of_memoryOnTheHeap_isRefused() {
        MemorySegment heap = MemorySegment.ofArray(new byte[64]);

        assertThrows(ClassCastException.class, () -> NativeSegments.of(heap));
    }
}
