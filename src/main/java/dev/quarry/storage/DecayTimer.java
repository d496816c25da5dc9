package dev.quarry.storage;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that lets idle blocks age, so that what a burst left behind goes back to the system although nobody allocates any
 * more. It takes small steps, the whole of them within the decay time.
 */
final class DecayTimer implements AutoCloseable {

    private static final long SHORTEST_STEP_NANOS = 1_000_000;

    private final Thread thread;
    private volatile boolean closed;

    /** A timer, already running. */
    DecayTimer(Duration decay, Runnable step) {
        long stepNanos = Math.max(SHORTEST_STEP_NANOS, decay.toNanos() / IdleFrames.DECAY_STEPS);
        thread = Thread.ofPlatform().daemon().name("storage-decay").unstarted(() -> run(step, stepNanos));
        thread.start();
    }

    private void run(Runnable step, long stepNanos) {
        long next = System.nanoTime() + stepNanos;
        while (!closed) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                step.run();
                // A thread that came late skips steps instead of hurrying through them.
                next = Math.max(next + stepNanos, System.nanoTime() + stepNanos / 2);
            }
        }
    }

    /** Stops it; when this returns, its last step is done. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
