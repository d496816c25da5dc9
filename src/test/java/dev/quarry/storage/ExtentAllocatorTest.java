package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExtentAllocatorTest {

    @Test
    void allocate_severalHoles_takesTheOneThatFitsBest() {
        ExtentAllocator extents = new ExtentAllocator(100);
        assertEquals(0, extents.allocate(30));
        assertEquals(30, extents.allocate(10));
        assertEquals(40, extents.allocate(20));
        assertEquals(60, extents.allocate(10));
        extents.free(0, 30);
        extents.free(40, 20);
        assertEquals(40, extents.allocate(15));
        assertEquals(30, extents.largestFreeBytes());
        assertEquals(-1, extents.allocate(31));
    }

    @Test
    void free_betweenFreeNeighbours_joinsAllThree() {
        ExtentAllocator extents = new ExtentAllocator(90);
        for (int i = 0; i < 3; i++) {
            extents.allocate(30);
        }
        extents.free(0, 30);
        extents.free(60, 30);
        assertEquals(30, extents.largestFreeBytes());
        extents.free(30, 30);
        assertEquals(90, extents.largestFreeBytes());
        assertEquals(90, extents.freeBytes());
    }

    @Test
    void anyActions_seeded_neverOverlapAndNeverMissARun() {
        int size = 512;
        Random random = new Random(7);
        ExtentAllocator extents = new ExtentAllocator(size);
        BitSet taken = new BitSet(size);
        List<int[]> live = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean() || live.isEmpty()) {
                int bytes = 1 + random.nextInt(60);
                int offset = (int) extents.allocate(bytes);
                if (offset < 0) {
                    assertTrue(longestFreeRun(taken, size) < bytes, "step " + step);
                } else {
                    assertTrue(taken.get(offset, offset + bytes).isEmpty(), "step " + step);
                    assertTrue(offset + bytes <= size, "step " + step);
                    taken.set(offset, offset + bytes);
                    live.add(new int[] {offset, bytes});
                }
            } else {
                int[] extent = live.remove(random.nextInt(live.size()));
                taken.clear(extent[0], extent[0] + extent[1]);
                extents.free(extent[0], extent[1]);
            }
            assertEquals(size - taken.cardinality(), extents.freeBytes(), "step " + step);
            assertEquals(longestFreeRun(taken, size), extents.largestFreeBytes(), "step " + step);
        }
    }

    private static int longestFreeRun(BitSet taken, int size) {
        int longest = 0;
        for (int start = taken.nextClearBit(0); start < size; ) {
            int next = taken.nextSetBit(start);
            int end = next < 0 ? size : next;
            longest = Math.max(longest, end - start);
            start = taken.nextClearBit(end);
        }
        return longest;
    }
}
