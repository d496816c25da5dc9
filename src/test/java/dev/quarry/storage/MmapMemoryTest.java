package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.SystemMemory.UnavailableException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MmapMemoryTest {

    private static final long MB = 1L << 20;

    @Test
    void giveBack_touchedPages_areZeroAndNoLongerResident() throws UnavailableException, IOException {
        try (MmapMemory memory = MmapMemory.open(32 * MB, false)) {
            MemorySegment segment = memory.segment();
            assertTrue(segment.byteSize() >= 8 * 32 * MB);
            long before = residentBytes(segment);
            assertTrue(memory.commit(MB, 8 * MB));
            segment.asSlice(MB, 8 * MB).fill((byte) 9);
            assertEquals(8 * MB, memory.committedBytes());
            assertEquals(before + 8 * MB, residentBytes(segment));
            assertTrue(memory.giveBack(MB, 4 * MB));
            assertEquals(4 * MB, memory.committedBytes());
            assertEquals(before + 4 * MB, residentBytes(segment));
            assertEquals(0, segment.get(JAVA_BYTE, MB));
            assertEquals(9, segment.get(JAVA_BYTE, 5 * MB));
        }
    }

    /** What smaps says of the mapping that starts where {@code segment} does. */
    private static long residentBytes(MemorySegment segment) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
        String start = Long.toHexString(segment.address()) + "-";
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(start)) {
                while (!lines.get(i).startsWith("Rss:")) {
                    i++;
                }
                return Long.parseLong(lines.get(i).replaceAll("\\D", "")) << 10;
            }
        }
        throw new AssertionError("no mapping starts at " + start);
    }

    @Test
    void giveBack_notOnAPage_isRefused() throws UnavailableException {
        try (MmapMemory memory = MmapMemory.open(MB, false)) {
            assertTrue(memory.commit(0, 8192));
            assertEquals(false, memory.giveBack(100, 4096));
            assertEquals(8192, memory.committedBytes());
        }
    }

    @Test
    void open_moreThanTheAddressSpace_saysWhy() {
        UnavailableException refusal = assertThrows(UnavailableException.class, () -> MmapMemory.open(1L << 50, false));
        assertTrue(String.valueOf(refusal.getMessage()).contains("error 12"), refusal.getMessage());
    }

    @Test
    void segment_afterClose_throwsOnAccess() throws UnavailableException {
        MmapMemory memory = MmapMemory.open(MB, true);
        MemorySegment segment = memory.segment();
        segment.set(JAVA_BYTE, 0, (byte) 1);
        memory.close();
        assertThrows(IllegalStateException.class, () -> segment.get(JAVA_BYTE, 0));
    }
}
