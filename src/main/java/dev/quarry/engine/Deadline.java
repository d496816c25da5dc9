package dev.quarry.engine;

import java.time.Duration;

/**
 * The moment after which nobody waits for a result any more.
 *
 * @param atNanos on {@link System#nanoTime}'s clock
 */
public record Deadline(long atNanos) {

    /** The moment {@code duration} from now. */
    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Nanoseconds left, negative when it has passed. */
    public long remainingNanos() {
        return atNanos - System.nanoTime();
    }

    /** Whether it has passed. */
    public boolean hasPassed() {
        return remainingNanos() <= 0;
    }
}
