package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MemoryLedgerTest {

    private static final long PAGE = SizeClasses.PAGE_BYTES;

    private final MemoryLedger ledger = new MemoryLedger(10 * PAGE + 100);

    @Test
    void tryReserve_upToTheBudget_isBoundedByReservationsAlone() {
        assertEquals(10 * PAGE, ledger.budgetBytes());
        assertTrue(ledger.tryUse(4 * PAGE));
        assertTrue(ledger.tryReserve(7 * PAGE));
        assertFalse(ledger.tryReserve(4 * PAGE));
        assertFalse(ledger.tryReserve(Long.MAX_VALUE));
        assertTrue(ledger.tryReserve(3 * PAGE));
        assertEquals(10 * PAGE, ledger.reservedBytes());
        assertEquals(10 * PAGE, ledger.chargedBytes());
        ledger.unreserve(10 * PAGE);
        assertEquals(4 * PAGE, ledger.chargedBytes());
        ledger.unuse(4 * PAGE);
        assertEquals(0, ledger.chargedBytes());
    }

    @Test
    void tryUse_besideCached_isBoundedByBoth() {
        assertTrue(ledger.tryUse(6 * PAGE));
        assertTrue(ledger.tryKeep(4 * PAGE, 5 * PAGE));
        assertEquals(2 * PAGE, ledger.usedBytes());
        assertEquals(4 * PAGE, ledger.cachedBytes());
        assertFalse(ledger.tryUse(5 * PAGE));
        assertFalse(ledger.tryUse(Long.MAX_VALUE));
        assertEquals(0, ledger.missingBytes(4 * PAGE));
        assertEquals(PAGE, ledger.missingBytes(5 * PAGE));
        ledger.uncache(PAGE);
        assertTrue(ledger.tryUse(5 * PAGE));
        ledger.reuse(3 * PAGE);
        assertEquals(10 * PAGE, ledger.usedBytes());
        assertEquals(0, ledger.cachedBytes());
        assertEquals(10 * PAGE, ledger.heldBytes());
    }

    @Test
    void tryKeep_overItsOwnBoundOrUnderPressure_isRefused() {
        assertTrue(ledger.tryUse(8 * PAGE));
        assertFalse(ledger.tryKeep(6 * PAGE, 5 * PAGE));
        assertFalse(ledger.tryKeep(PAGE, 0));
        ledger.press();
        assertFalse(ledger.tryKeep(PAGE, 5 * PAGE));
        ledger.relax();
        assertTrue(ledger.tryKeep(5 * PAGE, 5 * PAGE));
        assertFalse(ledger.tryKeep(PAGE, 5 * PAGE));
        assertEquals(3 * PAGE, ledger.usedBytes());
    }

    @Test
    void strand_refusedMemory_staysChargedButIsNotReclaimable() {
        assertTrue(ledger.tryUse(3 * PAGE));
        ledger.abandon(2 * PAGE);
        ledger.strand(2 * PAGE);
        assertEquals(2 * PAGE, ledger.cachedBytes());
        assertEquals(0, ledger.reclaimableBytes());
        assertEquals(3 * PAGE, ledger.chargedBytes());
        ledger.unstrand(2 * PAGE);
        assertEquals(PAGE, ledger.chargedBytes());
    }

    @Test
    void peak_restarted_beginsAtWhatIsUsed() {
        assertTrue(ledger.tryUse(5 * PAGE));
        ledger.unuse(3 * PAGE);
        ledger.restartPeak();
        assertEquals(2 * PAGE, ledger.recentPeakBytes());
        assertTrue(ledger.tryUse(PAGE));
        assertTrue(ledger.tryKeep(PAGE, 10 * PAGE));
        ledger.reuse(PAGE);
        assertEquals(3 * PAGE, ledger.recentPeakBytes());
        assertEquals(5 * PAGE, ledger.peakBytes());
    }

    @Test
    void anyThreads_atOnce_neverExceedTheBudget() throws InterruptedException {
        MemoryLedger shared = new MemoryLedger(20 * PAGE);
        AtomicBoolean exceeded = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Random random = new Random(t);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 50_000; i++) {
                    act(shared, (1 + random.nextInt(9)) * PAGE, random.nextInt(4));
                    if (shared.chargedBytes() > 20 * PAGE || shared.cachedBytes() > 8 * PAGE) {
                        exceeded.set(true);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(exceeded.get());
        assertEquals(0, shared.chargedBytes());
        assertTrue(shared.peakBytes() > 8 * PAGE && shared.peakBytes() <= 20 * PAGE);
    }

    private static void act(MemoryLedger shared, long bytes, int action) {
        if (action == 0) {
            if (shared.tryReserve(bytes)) {
                shared.unreserve(bytes);
            }
        } else if (shared.tryUse(bytes)) {
            boolean kept = action > 1 && shared.tryKeep(bytes, 8 * PAGE);
            if (kept && action == 3) {
                shared.reuse(bytes);
                shared.unuse(bytes);
            } else if (kept) {
                shared.uncache(bytes);
            } else {
                shared.unuse(bytes);
            }
        }
    }
}
