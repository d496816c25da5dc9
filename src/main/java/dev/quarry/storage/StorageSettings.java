package dev.quarry.storage;

/**
 * How the storage is built.
 *
 * @param budgetBytes hard limit of all memory that the storage hands out or keeps
 * @param provider where the address range comes from
 * @param arenas number of independent arenas, ≥ 1
 * @param blockSizeBytes largest block that planes share, a multiple of 4096
 * @param alignmentBytes alignment of the first row of a plane, a power of two from 64 to 4096
 * @param blocksMax most cached blocks of one arena, ≥ 0
 * @param cacheMaxBytes most cached bytes of all arenas, ≥ 0
 */
public record StorageSettings(
        long budgetBytes,
        Provider provider,
        int arenas,
        long blockSizeBytes,
        int alignmentBytes,
        int blocksMax,
        long cacheMaxBytes) {

    /** Where the address range comes from. */
    public enum Provider {
        /** {@code mmap} where it is granted, else portable; the log says which and why. */
        AUTO,
        /** Address space reserved by {@code mmap}; pages are committed by touch and can be given back. */
        MMAP,
        /** One shared arena of the JDK; committed at start, never given back. */
        PORTABLE
    }

    /** Settings for tests: {@code budgetBytes}, two arenas, portable provider, 16 MB blocks. */
    public static StorageSettings portable(long budgetBytes) {
        return new StorageSettings(budgetBytes, Provider.PORTABLE, 2, 16L << 20, 64, 64, budgetBytes);
    }
}
