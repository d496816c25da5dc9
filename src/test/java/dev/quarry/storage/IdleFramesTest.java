package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdleFramesTest {

    @Test
    void take_severalOfAClass_givesTheNewestFirst() {
        IdleFrames idle = new IdleFrames(0);
        Frame first = new Frame(1, 3, 0, false);
        Frame second = new Frame(2, 3, 4096, false);
        idle.add(first);
        idle.add(second);
        assertSame(second, idle.take(3));
        assertSame(first, idle.take(3));
        assertNull(idle.take(3));
        assertFalse(idle.mayHave(3));
    }

    @Test
    void anyActions_seeded_agreeWithAPlainList() {
        long seed = 42;
        Random random = new Random(seed);
        IdleFrames idle = new IdleFrames(0);
        List<Frame> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int sizeClass = random.nextInt(5);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    Frame frame = new Frame(step, sizeClass, step * 4096L, false);
                    idle.add(frame);
                    model.add(frame);
                }
                case 2 -> {
                    Frame expected = model.reversed().stream()
                            .filter(frame -> frame.sizeClass() == sizeClass)
                            .findFirst()
                            .orElse(null);
                    assertSame(expected, idle.take(sizeClass), "step " + step);
                    model.remove(expected);
                }
                default -> {
                    Frame expected = model.isEmpty() ? null : model.removeFirst();
                    assertSame(expected, idle.takeOldest(), "step " + step);
                }
            }
            assertEquals(model.size(), idle.count(), "step " + step);
            assertEquals(model.stream().mapToLong(Frame::bytes).sum(), idle.bytes(), "step " + step);
            assertEquals(model.stream().mapToLong(Frame::bytes).max().orElse(0), idle.largestBytes(), "step " + step);
        }
    }
}
