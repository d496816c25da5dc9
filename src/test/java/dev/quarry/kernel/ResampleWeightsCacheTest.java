package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ResampleWeightsCacheTest {

    private static ResampleWeights half(ResampleWeightsCache cache, int size) {
        return cache.get(ResampleFilter.BOX, 2 * size, 0, 2 * size, size, size);
    }

    @Test
    void get_sameArguments_givesTheSameTable() {
        ResampleWeightsCache cache = new ResampleWeightsCache(1 << 20);
        ResampleWeights first = half(cache, 10);
        assertSame(first, half(cache, 10));
        assertEquals(first.heldBytes(), cache.heldBytes());
        assertArrayEquals(
                ResampleWeights.of(ResampleFilter.BOX, 20, 0, 20, 10, 10).weights(), first.weights());
    }

    @Test
    void get_anyOtherArgument_givesAnotherTable() {
        ResampleWeightsCache cache = new ResampleWeightsCache(1 << 20);
        ResampleWeights first = cache.get(ResampleFilter.BOX, 20, 0, 20, 10, 10);
        assertNotSame(first, cache.get(ResampleFilter.BILINEAR, 20, 0, 20, 10, 10));
        assertNotSame(first, cache.get(ResampleFilter.BOX, 21, 0, 20, 10, 10));
        assertNotSame(first, cache.get(ResampleFilter.BOX, 20, 0.5, 20, 10, 10));
        assertNotSame(first, cache.get(ResampleFilter.BOX, 20, 0, 19.5, 10, 10));
        assertNotSame(first, cache.get(ResampleFilter.BOX, 20, 0, 20, 9, 10));
        assertNotSame(first, cache.get(ResampleFilter.BOX, 20, 0, 20, 10, 9.5));
    }

    @Test
    void get_overTheBound_dropsTheOneUsedLongestAgo() {
        // 10 outputs of 4 taps each and their starts
        ResampleWeightsCache cache = new ResampleWeightsCache(3 * 200);
        ResampleWeights first = half(cache, 10);
        ResampleWeights second = cache.get(ResampleFilter.BILINEAR, 20, 0, 20, 10, 10);
        assertEquals(200, first.heldBytes());
        assertEquals(200, second.heldBytes());
        cache.get(ResampleFilter.HAMMING, 20, 0, 20, 10, 10);
        assertSame(first, half(cache, 10));
        half(cache, 9);
        assertSame(first, half(cache, 10));
        assertNotSame(second, cache.get(ResampleFilter.BILINEAR, 20, 0, 20, 10, 10));
        assertTrue(cache.heldBytes() <= 600);
    }

    @Test
    void get_aTableOverTheBound_isGivenAndNotKept() {
        ResampleWeightsCache cache = new ResampleWeightsCache(300);
        ResampleWeights small = half(cache, 10);
        assertEquals(1000, half(cache, 1000).size());
        assertSame(small, half(cache, 10));
        assertEquals(200, cache.heldBytes());
    }

    @Test
    void get_fromManyThreads_keepsItsCount() throws Exception {
        ResampleWeightsCache cache = new ResampleWeightsCache(2000);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int offset = thread;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 2000; i++) {
                        int size = 1 + (i * 7 + offset) % 30;
                        assertEquals(size, half(cache, size).size());
                    }
                }));
            }
            for (Future<?> done : running) {
                done.get();
            }
        }
        long held = 0;
        for (int size = 1; size <= 30; size++) {
            held += cache.holds(ResampleFilter.BOX, 2 * size, 0, 2 * size, size, size) ? 20L * size : 0;
        }
        assertEquals(held, cache.heldBytes());
        assertTrue(held <= 2000 && held > 1000);
    }
}
