package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SizeClassesTest {

    @Test
    void bytesOf_allClasses_growFourPerDoubling() {
        for (int index = 1; index < SizeClasses.COUNT; index++) {
            assertTrue(SizeClasses.bytesOf(index) > SizeClasses.bytesOf(index - 1), "class " + index);
            assertEquals(0, SizeClasses.bytesOf(index) % SizeClasses.PAGE_BYTES);
            if (index >= 8) {
                assertEquals(2 * SizeClasses.bytesOf(index - 4), SizeClasses.bytesOf(index), "class " + index);
            }
        }
    }

    @Test
    void indexOf_aroundEachClass_isTheSmallestThatHolds() {
        for (int index = 1; index < SizeClasses.COUNT; index++) {
            long bytes = SizeClasses.bytesOf(index);
            assertEquals(index, SizeClasses.indexOf(bytes));
            assertEquals(index, SizeClasses.indexOf(SizeClasses.bytesOf(index - 1) + 1));
        }
        assertEquals(0, SizeClasses.indexOf(0));
        assertEquals(0, SizeClasses.indexOf(4096));
    }

    @Test
    void roundUp_anySizeFromFourPages_wastesAtMostAQuarter() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long bytes = 16384 + (random.nextLong() >>> (2 + random.nextInt(48)));
            long rounded = SizeClasses.roundUp(bytes);
            assertTrue(rounded >= bytes, () -> "size " + bytes);
            assertTrue(rounded - bytes <= bytes / 4, () -> "size " + bytes + " became " + rounded);
        }
    }

    @Test
    void roundUp_beyondCountable_throws() {
        assertThrows(ArithmeticException.class, () -> SizeClasses.roundUp(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> SizeClasses.roundUp(-1));
    }

    @Test
    void wholePages_anyBytes_roundUp() {
        assertEquals(0, SizeClasses.wholePages(0));
        assertEquals(4096, SizeClasses.wholePages(1));
        assertEquals(8192, SizeClasses.wholePages(4097));
    }
}
