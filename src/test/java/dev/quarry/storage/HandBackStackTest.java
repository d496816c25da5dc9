package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandBackStackTest {

    private static final class Ticket extends HandBackStack.Item<Ticket> {
        private final int number;

        private Ticket(int number) {
            this.number = number;
        }
    }

    @Test
    void drainTo_afterPushes_givesTheLastFirstAndEmpties() {
        HandBackStack<Ticket> stack = new HandBackStack<>();
        stack.push(new Ticket(1));
        stack.push(new Ticket(2));
        List<Integer> got = new ArrayList<>();
        stack.drainTo(ticket -> got.add(ticket.number));
        assertEquals(List.of(2, 1), got);
        assertTrue(stack.isEmpty());
    }

    @Test
    void push_sameItemWhileItIsDrained_isNotLost() {
        HandBackStack<Ticket> stack = new HandBackStack<>();
        Ticket ticket = new Ticket(1);
        stack.push(ticket);
        stack.push(new Ticket(2));
        stack.drainTo(stack::push);
        List<Integer> got = new ArrayList<>();
        stack.drainTo(each -> got.add(each.number));
        assertEquals(List.of(1, 2), got);
    }

    @Test
    void push_fromManyThreadsWhileDrained_losesAndDoublesNothing() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        HandBackStack<Ticket> stack = new HandBackStack<>();
        List<Thread> pushers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            pushers.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    stack.push(new Ticket(first + i));
                }
            }));
        }
        Set<Integer> got = new HashSet<>();
        while (pushers.stream().anyMatch(Thread::isAlive) || !stack.isEmpty()) {
            stack.drainTo(ticket -> assertTrue(got.add(ticket.number), () -> "twice " + ticket.number));
        }
        for (Thread pusher : pushers) {
            pusher.join();
        }
        stack.drainTo(ticket -> assertTrue(got.add(ticket.number), () -> "twice " + ticket.number));
        assertEquals(threads * each, got.size());
    }
}
