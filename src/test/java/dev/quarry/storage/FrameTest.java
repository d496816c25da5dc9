package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FrameTest {

    @Test
    void release_byAnOlderGeneration_doesNothing() {
        Frame frame = new Frame(1, 0, 0, false);
        frame.issue(10);
        long first = frame.generation();
        assertTrue(frame.release(first));
        assertFalse(frame.release(first));
        frame.become(Frame.State.IDLE);
        assertFalse(frame.release(first));
        frame.issue(20);
        assertFalse(frame.release(first));
        assertTrue(frame.isLive(frame.generation()));
        assertEquals(20, frame.requestedBytes());
    }

    @Test
    void release_byTwoThreadsAtOnce_succeedsForOne() throws InterruptedException {
        Frame frame = new Frame(1, 0, 0, false);
        for (int round = 0; round < 2_000; round++) {
            frame.issue(1);
            long generation = frame.generation();
            AtomicInteger successes = new AtomicInteger();
            Runnable release = () -> successes.addAndGet(frame.release(generation) ? 1 : 0);
            Thread other = Thread.ofVirtual().start(release);
            release.run();
            other.join();
            assertEquals(1, successes.get(), "round " + round);
        }
    }
}
