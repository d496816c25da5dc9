package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReservationsTest {

    private static final long PAGE = SizeClasses.PAGE_BYTES;
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final MemoryLedger ledger = new MemoryLedger(10 * PAGE);
    private final Reservations reservations = new Reservations(ledger);
    private final List<String> served = new CopyOnWriteArrayList<>();

    /** A thread that reserves, and that waits by the time this returns. */
    private Waiting waiting(String name, long pages, long nanos) throws InterruptedException {
        int before = reservations.waiting();
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                boolean granted = reservations.reserve(pages * PAGE, System.nanoTime() + nanos);
                if (granted) {
                    served.add(name);
                }
                result.complete(granted);
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        while (reservations.waiting() == before && !result.isDone()) {
            Thread.sleep(1);
        }
        return new Waiting(thread, result);
    }

    private record Waiting(Thread thread, CompletableFuture<Boolean> result) {

        boolean granted() throws Exception {
            return result.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void reserve_severalWaiting_areServedInTheOrderOfTheirComing() throws Exception {
        assertTrue(reservations.tryReserve(10 * PAGE));
        List<Waiting> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(waiting("w" + i, 1 + i % 3, LONG_NANOS));
        }
        for (int i = 0; i < all.size(); i++) {
            assertFalse(all.get(i).result().isDone(), "w" + i);
            // Exactly what this one wants, so that none behind it can be served with it.
            reservations.release((1 + i % 3) * PAGE);
            assertTrue(all.get(i).granted());
        }
        assertEquals(List.of("w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7"), served);
        assertEquals(8, reservations.waits());
        assertTrue(reservations.waitNanos() > 0);
        assertEquals(0, reservations.waiting());
    }

    @Test
    void reserve_smallBehindLarge_waitsForTheLargeOne() throws Exception {
        assertTrue(reservations.tryReserve(5 * PAGE));
        Waiting large = waiting("large", 10, LONG_NANOS);
        Waiting small = waiting("small", 1, LONG_NANOS);
        assertFalse(reservations.tryReserve(PAGE), "must not pass those who wait");
        assertEquals(List.of(), served);
        reservations.release(5 * PAGE);
        assertTrue(large.granted());
        assertFalse(small.result().isDone());
        reservations.release(10 * PAGE);
        assertTrue(small.granted());
        assertEquals(List.of("large", "small"), served);
    }

    @Test
    void tryTopUp_whileOthersWait_passesThem() throws Exception {
        assertTrue(reservations.tryReserve(5 * PAGE));
        Waiting large = waiting("large", 10, LONG_NANOS);
        assertTrue(reservations.tryTopUp(5 * PAGE));
        assertFalse(reservations.tryTopUp(PAGE));
        reservations.release(10 * PAGE);
        assertTrue(large.granted());
    }

    @Test
    void reserve_deadlinePassedAtTheHead_letsTheNextOneIn() throws Exception {
        assertTrue(reservations.tryReserve(5 * PAGE));
        Waiting large = waiting("large", 10, TimeUnit.MILLISECONDS.toNanos(50));
        Waiting small = waiting("small", 5, LONG_NANOS);
        assertFalse(large.granted());
        assertTrue(small.granted());
    }

    @Test
    void reserve_deadlineInThePast_stillTakesWhatIsFree() throws InterruptedException {
        assertTrue(reservations.reserve(10 * PAGE, System.nanoTime() - 1));
        assertFalse(reservations.reserve(PAGE, System.nanoTime() - 1));
    }

    @Test
    void reserve_moreThanTheBudget_failsWithoutWaiting() throws InterruptedException {
        assertFalse(reservations.reserve(11 * PAGE, System.nanoTime() + LONG_NANOS));
        assertEquals(0, reservations.waits());
    }

    @Test
    void reserve_interrupted_leavesTheQueue() throws Exception {
        assertTrue(reservations.tryReserve(5 * PAGE));
        Waiting large = waiting("large", 10, LONG_NANOS);
        Waiting small = waiting("small", 5, LONG_NANOS);
        large.thread().interrupt();
        assertTrue(small.granted());
        try {
            large.granted();
            throw new AssertionError("was not interrupted");
        } catch (ExecutionException e) {
            assertInstanceOf(InterruptedException.class, Objects.requireNonNull(e.getCause()));
        }
        assertEquals(0, reservations.waiting());
    }

    @Test
    void close_whileWaiting_sendsAllAway() throws Exception {
        assertTrue(reservations.tryReserve(10 * PAGE));
        Waiting first = waiting("first", 1, LONG_NANOS);
        Waiting second = waiting("second", 1, LONG_NANOS);
        reservations.close();
        assertFalse(first.granted());
        assertFalse(second.granted());
        reservations.release(10 * PAGE);
        assertFalse(reservations.tryReserve(PAGE));
        assertEquals(0, ledger.chargedBytes());
    }

    @Test
    void reserve_cachedBytes_areNotInTheWay() {
        assertTrue(ledger.tryUse(6 * PAGE));
        assertTrue(ledger.tryKeep(6 * PAGE, 10 * PAGE));
        assertTrue(reservations.tryReserve(10 * PAGE));
        assertFalse(reservations.tryReserve(PAGE));
        assertEquals(6 * PAGE, ledger.cachedBytes());
        assertEquals(10 * PAGE, ledger.chargedBytes());
    }
}
