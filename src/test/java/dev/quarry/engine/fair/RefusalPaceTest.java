package dev.quarry.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusalPaceTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final ClientId A = new ClientId("a");
    private static final ClientId B = new ClientId("b");

    // The clock may be anything, and may pass its end.
    private static final long START = Long.MAX_VALUE - SECOND;

    private final RefusalPace pace = new RefusalPace(10, Duration.ofSeconds(2));

    private static long later(long nanos) {
        return START + nanos;
    }

    private void refuse(ClientId client, int times, long now) {
        for (int i = 0; i < times; i++) {
            pace.delayNanos(client, now);
        }
    }

    @Test
    void delay_ofAsManyAsASecondHas_isNone() {
        for (int i = 0; i < 10; i++) {
            assertThat(pace.delayNanos(A, START + i)).isZero();
        }
    }

    @Test
    void delay_ofMore_putsThemInARow() {
        refuse(A, 10, START);
        assertThat(pace.delayNanos(A, START)).isZero();
        assertThat(pace.delayNanos(A, START)).isEqualTo(100 * MILLI);
        assertThat(pace.delayNanos(A, START)).isEqualTo(200 * MILLI);
        assertThat(pace.delayNanos(A, START + 200 * MILLI)).isEqualTo(100 * MILLI);
    }

    @Test
    void delay_ofAnyNumber_isNeverLongerThanTheLongest() {
        refuse(A, 1000, START);
        assertThat(pace.delayNanos(A, START)).isEqualTo(2 * SECOND);
        assertThat(pace.delayNanos(A, later(5 * SECOND))).isZero();
    }

    @Test
    void delay_ofAClient_isNoOthers() {
        refuse(A, 1000, START);
        assertThat(pace.delayNanos(B, START)).isZero();
    }

    @Test
    void delay_ofSoManyClientsThatOneIsForgotten_startsAnew() {
        refuse(A, 1000, START);
        for (int i = 0; i < 5000; i++) {
            pace.delayNanos(new ClientId("other " + i), START);
        }
        assertThat(pace.delayNanos(A, START)).isZero();
    }

    @Test
    void delay_withoutALimit_isNone() {
        RefusalPace none = new RefusalPace(0, Duration.ofSeconds(2));
        for (int i = 0; i < 1000; i++) {
            assertThat(none.delayNanos(A, START)).isZero();
        }
    }
}
