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

    @Test
    void tryReserve_besideCached_isBoundedByBoth() {
        MemoryLedger ledger = new MemoryLedger(10 * PAGE + 100);
        assertEquals(10 * PAGE, ledger.budgetBytes());
        assertTrue(ledger.tryCache(4 * PAGE, 5 * PAGE));
        assertFalse(ledger.tryReserve(7 * PAGE));
        assertTrue(ledger.tryReserve(6 * PAGE));
        assertFalse(ledger.tryCache(PAGE, 5 * PAGE));
        assertEquals(6 * PAGE, ledger.reservedBytes());
        assertEquals(4 * PAGE, ledger.cachedBytes());
        assertEquals(10 * PAGE, ledger.chargedBytes());
        ledger.unreserve(6 * PAGE);
        ledger.uncache(4 * PAGE);
        assertEquals(0, ledger.chargedBytes());
    }

    @Test
    void tryCache_overItsOwnBoundOrUnderPressure_isRefused() {
        MemoryLedger ledger = new MemoryLedger(10 * PAGE);
        assertFalse(ledger.tryCache(6 * PAGE, 5 * PAGE));
        ledger.press();
        assertFalse(ledger.tryCache(PAGE, 5 * PAGE));
        ledger.relax();
        assertTrue(ledger.tryCache(PAGE, 5 * PAGE));
    }

    @Test
    void missingBytes_cacheInTheWay_isWhatMustGo() {
        MemoryLedger ledger = new MemoryLedger(10 * PAGE);
        assertTrue(ledger.tryReserve(4 * PAGE));
        assertTrue(ledger.tryCache(5 * PAGE, 10 * PAGE));
        assertEquals(0, ledger.missingBytes(PAGE));
        assertEquals(3 * PAGE, ledger.missingBytes(4 * PAGE));
        assertEquals(5 * PAGE, ledger.missingBytes(6 * PAGE));
        assertEquals(-1, ledger.missingBytes(7 * PAGE));
        assertEquals(-1, ledger.missingBytes(Long.MAX_VALUE));
        assertFalse(ledger.tryReserve(Long.MAX_VALUE));
    }

    @Test
    void anyThreads_atOnce_neverExceedTheBudget() throws InterruptedException {
        MemoryLedger ledger = new MemoryLedger(20 * PAGE);
        AtomicBoolean exceeded = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Random random = new Random(t);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 50_000; i++) {
                    long bytes = (1 + random.nextInt(9)) * PAGE;
                    boolean cache = random.nextBoolean();
                    if (cache ? ledger.tryCache(bytes, 8 * PAGE) : ledger.tryReserve(bytes)) {
                        if (ledger.chargedBytes() > 20 * PAGE || ledger.cachedBytes() > 8 * PAGE) {
                            exceeded.set(true);
                        }
                        if (cache) {
                            ledger.uncache(bytes);
                        } else {
                            ledger.unreserve(bytes);
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(exceeded.get());
        assertEquals(0, ledger.chargedBytes());
    }
}
