package dev.quarry.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnQueueTest {

    private static final ClientId A = new ClientId("a");
    private static final ClientId B = new ClientId("b");
    private static final ClientId C = new ClientId("c");

    private final TurnQueue<String> queue = new TurnQueue<>(10, 4);

    private List<String> drain() {
        List<String> all = new ArrayList<>();
        for (String next = queue.poll(); next != null; next = queue.poll()) {
            all.add(next);
        }
        return all;
    }

    @Test
    void poll_ofNothing_isNull() {
        assertThat(queue.poll()).isNull();
        assertThat(queue.peek()).isNull();
    }

    @Test
    void poll_ofOneClient_keepsItsOrder() {
        for (String thing : List.of("1", "2", "3")) {
            queue.add(A, thing, 50);
        }
        assertThat(drain()).containsExactly("1", "2", "3");
    }

    @Test
    void poll_ofFlooderAndOthers_givesEachItsTurn() {
        for (int i = 0; i < 5; i++) {
            queue.add(A, "a" + i, 10);
        }
        queue.add(B, "b0", 10);
        queue.add(B, "b1", 10);
        queue.add(C, "c0", 10);
        assertThat(drain()).containsExactly("a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4");
    }

    @Test
    void poll_whenAnotherComesLater_givesItTheNextTurn() {
        for (int i = 0; i < 4; i++) {
            queue.add(A, "a" + i, 10);
        }
        assertThat(queue.poll()).isEqualTo("a0");
        assertThat(queue.poll()).isEqualTo("a1");
        queue.add(B, "b0", 10);
        queue.add(B, "b1", 10);
        assertThat(drain()).containsExactly("b0", "a2", "b1", "a3");
    }

    @Test
    void poll_ofOneWhoAsksNowAndThen_comesBeforeThoseWhoAlwaysAsk() {
        for (int i = 0; i < 3; i++) {
            queue.add(A, "a" + i, 10);
            queue.add(B, "b" + i, 10);
        }
        assertThat(List.of(poll(), poll(), poll())).containsExactly("a0", "b0", "a1");
        queue.add(C, "c0", 10);
        queue.add(C, "c1", 10);
        assertThat(drain()).containsExactly("c0", "b1", "a2", "c1", "b2");
    }

    @Test
    void poll_ofOneWhoComesBackWithinTheRound_isNoNewcomer() {
        for (int i = 0; i < 3; i++) {
            queue.add(A, "a" + i, 10);
            queue.add(B, "b" + i, 10);
        }
        assertThat(List.of(poll(), poll(), poll())).containsExactly("a0", "b0", "a1");
        queue.add(C, "c0", 10);
        assertThat(poll()).isEqualTo("c0");
        queue.add(C, "c1", 10);
        assertThat(drain()).containsExactly("b1", "a2", "c1", "b2");
    }

    @Test
    void poll_ofAClientOutOfTurn_countsAgainstIt() {
        for (int i = 0; i < 3; i++) {
            queue.add(A, "a" + i, 10);
            queue.add(B, "b" + i, 20);
        }
        assertThat(queue.find(thing -> !thing.startsWith("a"))).isEqualTo("b0");
        assertThat(queue.find(thing -> thing.endsWith("1")))
                .as("not its client's next")
                .isNull();
        assertThat(queue.poll(B)).isEqualTo("b0");
        assertThat(queue.poll(C)).isNull();
        assertThat(drain()).containsExactly("a0", "a1", "b1", "a2", "b2");
    }

    private String poll() {
        return Objects.requireNonNull(queue.poll());
    }

    @Test
    void poll_ofDearThings_costsAsManyTurns() {
        for (int i = 0; i < 3; i++) {
            queue.add(A, "a" + i, 30);
        }
        for (int i = 0; i < 6; i++) {
            queue.add(B, "b" + i, 10);
        }
        assertThat(drain()).containsExactly("a0", "b0", "b1", "b2", "a1", "b3", "b4", "b5", "a2");
    }

    @Test
    void poll_ofClientThatSendsOneAtATime_isNoBetterForIt() {
        for (int i = 0; i < 6; i++) {
            queue.add(B, "b" + i, 10);
        }
        List<String> order = new ArrayList<>();
        queue.add(A, "a", 30);
        for (int i = 0; i < 8; i++) {
            String next = queue.poll();
            order.add(String.valueOf(next));
            if ("a".equals(next)) {
                queue.add(A, "a", 30);
            }
        }
        assertThat(order).containsExactly("b0", "a", "b1", "b2", "a", "b3", "b4", "b5");
    }

    @Test
    void hold_whenOthersComeMeanwhile_keepsTheNextOne() {
        queue.add(A, "a0", 100);
        queue.add(A, "a1", 100);
        assertThat(queue.poll()).isEqualTo("a0");
        assertThat(queue.peek()).isEqualTo("a1");
        queue.hold();
        queue.add(B, "b0", 10);
        queue.add(C, "c0", 10);
        assertThat(queue.peek()).isEqualTo("a1");
        assertThat(drain()).containsExactly("a1", "b0", "c0");
    }

    @Test
    void remove_ofWaitingThing_takesItOutAndCountsNothing() {
        queue.add(A, "a0", 10);
        queue.add(A, "a1", 20);
        queue.add(B, "b0", 10);
        assertThat(queue.remove(A, "a0")).isTrue();
        assertThat(queue.remove(A, "a0")).isFalse();
        assertThat(queue.remove(C, "a1")).isFalse();
        assertThat(queue.sizeOf(A)).isEqualTo(1);
        assertThat(queue.costOf(A)).isEqualTo(20);
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.cost()).isEqualTo(30);
        assertThat(drain()).containsExactly("a1", "b0");
        assertThat(queue.cost()).isZero();
    }

    @Test
    void clients_manyThatCameOnce_areForgotten() {
        for (int i = 0; i < 10_000; i++) {
            queue.add(new ClientId("client " + i), "thing", 1_000_000);
            queue.poll();
            assertThat(queue.clients()).isLessThanOrEqualTo(5);
        }
    }

    /** A thing of the test of shares. */
    private record Thing(int client, int serial, long cost) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void poll_ofClientsThatAlwaysWait_sharesByCost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] largest = {10, 50, 200, 1_000};
        long[] served = new long[largest.length];
        TurnQueue<Thing> things = new TurnQueue<>(10, 100);
        for (int client = 0; client < largest.length; client++) {
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                add(things, new Thing(client, -i, random.nextLong(1, largest[client])));
            }
        }
        for (int i = 1; i <= 20_000; i++) {
            Thing thing = Objects.requireNonNull(things.poll());
            served[thing.client()] += thing.cost();
            add(things, new Thing(thing.client(), i, random.nextLong(1, largest[thing.client()])));
        }
        // Cheap things are rounded up to a quantum, which is the price of a turn: the first client's mean is half of
        // one.
        double mean = Arrays.stream(served).average().orElseThrow();
        assertThat((double) served[0]).isBetween(0.4 * mean, 1.1 * mean);
        for (int client = 1; client < largest.length; client++) {
            assertThat((double) served[client]).as("%d, seed %d", client, seed).isBetween(0.75 * mean, 1.4 * mean);
        }
    }

    private static void add(TurnQueue<Thing> things, Thing thing) {
        things.add(new ClientId("client " + thing.client()), thing, thing.cost());
    }
}
