package dev.quarry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SnapshotTest {

    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();
    private final Snapshot<Integer> snapshot = new Snapshot<>(taken::incrementAndGet, clock::get, Duration.ofNanos(10));

    @Test
    void get_withinItsAge_isTheSamePicture() {
        assertThat(snapshot.get()).isEqualTo(1);
        clock.set(10);
        assertThat(snapshot.get()).isEqualTo(1);
    }

    @Test
    void get_afterItsAge_isANewPicture() {
        clock.set(11);
        assertThat(snapshot.get()).isEqualTo(2);
        clock.set(21);
        assertThat(snapshot.get()).isEqualTo(2);
        clock.set(22);
        assertThat(snapshot.get()).isEqualTo(3);
    }
}
