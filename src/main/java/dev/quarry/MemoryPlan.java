package dev.quarry;

import org.jspecify.annotations.Nullable;

/**
 * How the memory of the process is divided.
 *
 * @param limitBytes what the container may use, the machine's memory where no limit is set
 * @param limited whether a limit is set
 * @param heapBytes the largest Java heap
 * @param overheadBytes what the JVM, threads, sockets and libraries take beside it
 * @param budgetBytes what storage may use for uploads, pixels and results
 */
record MemoryPlan(long limitBytes, boolean limited, long heapBytes, long overheadBytes, long budgetBytes) {

    /** Measured: a service with a small heap takes about 100 MB beside it; the rest is for bursts of connections. */
    static final long OVERHEAD_BYTES = 160L << 20;

    /** Below this no picture of some size can be worked on. */
    static final long LEAST_BUDGET_BYTES = 32L << 20;

    private static final long LARGEST_DEFAULT_BYTES = 2L << 30;
    private static final int DEFAULT_SHARE = 4;

    /**
     * Divides the memory of a process.
     *
     * @param askedBytes the budget that the operator set, null for what is left
     * @throws IllegalArgumentException with the sum spelled out when it does not fit
     */
    static MemoryPlan of(long limitBytes, boolean limited, long heapBytes, @Nullable Long askedBytes) {
        long left = limitBytes - heapBytes - OVERHEAD_BYTES;
        long budget = askedBytes == null ? defaultBudget(limitBytes, limited, left) : askedBytes;
        MemoryPlan plan = new MemoryPlan(limitBytes, limited, heapBytes, OVERHEAD_BYTES, budget);
        if (budget < LEAST_BUDGET_BYTES) {
            throw new IllegalArgumentException(
                    "quarry.storage.budget would be %d MB, but at least %d MB are needed: %s; raise the memory limit or lower -Xmx"
                            .formatted(megabytes(budget), megabytes(LEAST_BUDGET_BYTES), plan.sum()));
        }
        if (limited ? budget > left : budget > limitBytes) {
            throw new IllegalArgumentException(
                    "quarry.storage.budget does not fit: %s; lower it, lower -Xmx or raise the memory limit"
                            .formatted(plan.sum()));
        }
        return plan;
    }

    private static long defaultBudget(long limitBytes, boolean limited, long left) {
        return limited ? left : Math.min(limitBytes / DEFAULT_SHARE, LARGEST_DEFAULT_BYTES);
    }

    /** The plan of this process. */
    static MemoryPlan ofProcess(@Nullable Long askedBytes) {
        MachineMemory memory = MachineMemory.read();
        return of(memory.limitBytes(), memory.limited(), Runtime.getRuntime().maxMemory(), askedBytes);
    }

    /** The sum, as a sentence. */
    String sum() {
        return "%s %d MB, Java heap %d MB + JVM and sockets %d MB + storage %d MB"
                .formatted(
                        limited ? "memory limit" : "no memory limit, machine",
                        megabytes(limitBytes),
                        megabytes(heapBytes),
                        megabytes(overheadBytes),
                        megabytes(budgetBytes));
    }

    private static long megabytes(long bytes) {
        return bytes >> 20;
    }
}
