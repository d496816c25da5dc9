package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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

    @Test
    void largestWithin_anySize_isTheLastClassThatFits() {
        for (long bytes = 4096; bytes < 300 * 4096; bytes += 4096) {
            int index = SizeClasses.largestWithin(bytes);
            assertTrue(SizeClasses.bytesOf(index) <= bytes);
            assertTrue(SizeClasses.bytesOf(index + 1) > bytes);
        }
    }

    @Test
    void split_anyTwoClasses_fillTheWholeWithFewParts() {
        for (int whole = 1; whole < 60; whole++) {
            for (int wanted = Math.max(0, whole - FrameSplit.MOST_CLASSES_ABOVE); wanted < whole; wanted++) {
                List<Integer> parts = FrameSplit.classes(whole, wanted);
                assertEquals(wanted, parts.getFirst());
                assertEquals(
                        SizeClasses.bytesOf(whole),
                        parts.stream().mapToLong(SizeClasses::bytesOf).sum());
                assertTrue(parts.size() <= 4, whole + " into " + parts);
            }
        }
    }
}
