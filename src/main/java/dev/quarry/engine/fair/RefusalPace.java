package dev.quarry.engine.fair;

import java.time.Duration;
import java.util.Map;

/**
 * How long the refusals of a client that asks again and again are put off, so that answering it takes no more of the processor
 * than a bounded part. The first ones of a second go out at once, as a well-behaved client has a few requests under way when it
 * learns that it has too many. Safe for use by several threads at once.
 */
public final class RefusalPace {

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MOST_CLIENTS = 4096;

    private final long intervalNanos;
    private final long longestNanos;
    private final Map<ClientId, Long> nextOf = new RecentClients<>(MOST_CLIENTS);

    /**
     * A pace for each client.
     *
     * @param perSecond refusals of one client in a second, and as many at once; 0 for any number
     * @param longest the longest that a refusal is put off
     */
    public RefusalPace(int perSecond, Duration longest) {
        this.intervalNanos = perSecond == 0 ? 0 : SECOND_NANOS / perSecond;
        this.longestNanos = longest.toNanos();
    }

    /** How long from {@code now}, on {@link System#nanoTime}'s clock, this client's next refusal has to wait; counts it. */
    public synchronized long delayNanos(ClientId client, long now) {
        if (intervalNanos == 0) {
            return 0;
        }
        // What is free may lie up to a second back: those are the ones that go out at once.
        long earliest = now - SECOND_NANOS;
        long next = Math.max(nextOf.getOrDefault(client, earliest) - earliest, 0) + earliest;
        long delay = next - now;
        if (delay >= longestNanos) {
            return longestNanos;
        }
        nextOf.put(client, next + intervalNanos);
        return Math.max(0, delay);
    }
}
