package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Every call to the system of a recorded run fails once: nothing is lost, and everything still comes back. */
@FaultsExpected
class FaultInjectionTest {

    private static final int ACTIONS = 60;

    private interface Source {
        SystemMemory open() throws Exception;
    }

    private static void failEachCall(long seed, Source source, boolean forGood) throws Exception {
        StorageActions recorded = new StorageActions(seed, source.open());
        recorded.play(ACTIONS, false);
        long calls = recorded.memory().calls();
        assertTrue(calls > ACTIONS / 4, "too few calls to be worth it: " + calls);
        for (long call = 1; call <= calls; call++) {
            long last = forGood ? Long.MAX_VALUE : call;
            new StorageActions(seed, source.open()).playRefusing(ACTIONS, call, last);
        }
    }

    @Test
    void mmap_eachCallFailsOnce_loseNothing() throws Exception {
        for (long seed = 1; seed <= 2; seed++) {
            failEachCall(seed, () -> MmapMemory.open(StorageActions.BUDGET, false), false);
        }
    }

    @Test
    void mmap_allCallsFromOneOnFail_loseNothing() throws Exception {
        for (long seed = 5; seed <= 6; seed++) {
            failEachCall(seed, () -> MmapMemory.open(StorageActions.BUDGET, false), true);
        }
    }

    @Test
    void portable_eachCallFailsOnce_loseNothing() throws Exception {
        failEachCall(9, () -> new PortableMemory(StorageActions.BUDGET), false);
    }

    @Test
    void malloc_eachCallFails_loseNothing() throws Exception {
        failEachCall(10, () -> MallocMemory.open(StorageActions.BUDGET), false);
        failEachCall(11, () -> MallocMemory.open(StorageActions.BUDGET), true);
    }
}
