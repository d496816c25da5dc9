package dev.quarry.storage;

/** The storage as benchmarks open it. */
final class MeasuredStorage {

    /** More than any benchmark holds at one time. */
    static final long BUDGET_BYTES = 8L << 30;

    private MeasuredStorage() {}

    /** Mapped memory with so many arenas that keep so many blocks each, in the debug level of tests. */
    static StorageSettings settings(int arenas, int blocksMax) {
        return StorageSettings.defaults(BUDGET_BYTES, arenas)
                .withProvider(StorageSettings.Provider.MMAP)
                .withArenas(arenas)
                .withCache(blocksMax, BUDGET_BYTES / 2)
                .withDebug(StorageSettings.debugOfTests());
    }
}
