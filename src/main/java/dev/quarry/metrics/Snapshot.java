package dev.quarry.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One picture for all meters of a scrape: taken anew only when the last one is old.
 *
 * @param <T> the picture
 */
final class Snapshot<T> implements Supplier<T> {

    private static final Duration DEFAULT_AGE = Duration.ofMillis(100);

    private final Supplier<T> source;
    private final LongSupplier nanoClock;
    private final long ageNanos;
    private T picture;
    private long takenNanos;

    Snapshot(Supplier<T> source) {
        this(source, System::nanoTime, DEFAULT_AGE);
    }

    Snapshot(Supplier<T> source, LongSupplier nanoClock, Duration age) {
        this.source = source;
        this.nanoClock = nanoClock;
        this.ageNanos = age.toNanos();
        this.picture = source.get();
        this.takenNanos = nanoClock.getAsLong();
    }

    @Override
    public synchronized T get() {
        long now = nanoClock.getAsLong();
        if (now - takenNanos > ageNanos) {
            picture = source.get();
            takenNanos = now;
        }
        return picture;
    }
}
