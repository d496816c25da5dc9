package dev.quarry.storage;

import java.util.Locale;

/**
 * How the storage is built.
 *
 * @param budgetBytes hard limit of all memory that the storage hands out or keeps; counted in whole pages of 4 kB
 * @param provider where the address range comes from
 * @param arenas number of independent arenas, 1 to 256
 * @param blockSizeBytes largest block that planes share, a multiple of 4 kB up to 1 GB
 * @param alignmentBytes alignment of the first row of a plane, a power of two from 64 to 4096
 * @param blocksMax most cached blocks of one arena, ≥ 0
 * @param cacheMaxBytes most cached bytes of all arenas, ≥ 0
 * @param hugePages whether the kernel may back the range with huge pages, which are faster to touch and cannot be given
 *     back in parts
 * @param debug how closely the use of memory is watched
 */
public record StorageSettings(
        long budgetBytes,
        Provider provider,
        int arenas,
        long blockSizeBytes,
        int alignmentBytes,
        int blocksMax,
        long cacheMaxBytes,
        boolean hugePages,
        StorageDebug debug) {

    private static final long DEFAULT_BLOCK_SIZE_BYTES = 16L << 20;
    private static final long MAX_BLOCK_SIZE_BYTES = 1L << 30;
    private static final long MAX_BUDGET_BYTES = 1L << 42;
    private static final int MAX_ARENAS = 256;
    private static final int MIN_ALIGNMENT_BYTES = 64;
    private static final int MAX_ALIGNMENT_BYTES = 4096;
    private static final int DEFAULT_BLOCKS_MAX = 64;
    private static final int DEFAULT_ARENAS_MAX = 8;

    /** Where the address range comes from. */
    public enum Provider {
        /** {@code mmap} where it is granted, else portable; the log says which and why. */
        AUTO,
        /** Address space reserved by {@code mmap}; pages are committed by touch and can be given back. */
        MMAP,
        /** One shared arena of the JDK; committed at start, never given back. */
        PORTABLE
    }

    /** Checks each setting. */
    public StorageSettings {
        long page = SizeClasses.PAGE_BYTES;
        require(budgetBytes >= page && budgetBytes <= MAX_BUDGET_BYTES, "budget", "from 4 kB to 4 TB", budgetBytes);
        require(arenas >= 1 && arenas <= MAX_ARENAS, "arenas", "from 1 to " + MAX_ARENAS, arenas);
        require(
                blockSizeBytes >= page && blockSizeBytes <= MAX_BLOCK_SIZE_BYTES && blockSizeBytes % page == 0,
                "block-size",
                "a multiple of 4 kB up to 1 GB",
                blockSizeBytes);
        require(
                alignmentBytes >= MIN_ALIGNMENT_BYTES
                        && alignmentBytes <= MAX_ALIGNMENT_BYTES
                        && Integer.bitCount(alignmentBytes) == 1,
                "alignment",
                "a power of two from 64 to 4096",
                alignmentBytes);
        require(blocksMax >= 0, "blocks-max", "0 or more", blocksMax);
        require(cacheMaxBytes >= 0, "cache-max", "0 or more", cacheMaxBytes);
    }

    private static void require(boolean holds, String setting, String range, long actual) {
        if (!holds) {
            throw new IllegalArgumentException("quarry.storage." + setting + " must be " + range + ", not " + actual);
        }
    }

    /** The defaults for a service with so many workers. */
    public static StorageSettings defaults(long budgetBytes, int workers) {
        return new StorageSettings(
                budgetBytes,
                Provider.AUTO,
                defaultArenas(workers),
                DEFAULT_BLOCK_SIZE_BYTES,
                MIN_ALIGNMENT_BYTES,
                DEFAULT_BLOCKS_MAX,
                budgetBytes / 2,
                false,
                StorageDebug.OFF);
    }

    /** The power of two that is at least {@code workers}, but at most 8. */
    public static int defaultArenas(int workers) {
        int enough = Math.clamp(workers, 1, DEFAULT_ARENAS_MAX);
        return enough == 1 ? 1 : Integer.highestOneBit(enough - 1) * 2;
    }

    /**
     * Settings for tests: {@code budgetBytes}, two arenas, portable provider, 16 MB blocks, and the debug level that the
     * system property {@code quarry.storage.debug} names, so that all tests can run in any level.
     */
    public static StorageSettings portable(long budgetBytes) {
        return defaults(budgetBytes, 2)
                .withProvider(Provider.PORTABLE)
                .withCache(DEFAULT_BLOCKS_MAX, budgetBytes)
                .withDebug(debugOfTests());
    }

    /** The debug level that tests run in where they do not choose their own. */
    static StorageDebug.Level debugOfTests() {
        return StorageDebug.Level.valueOf(
                System.getProperty("quarry.storage.debug", "off").toUpperCase(Locale.ROOT));
    }

    /** The same with another debug level. */
    public StorageSettings withDebug(StorageDebug.Level level) {
        return withDebug(debug.withLevel(level));
    }

    /** The same with another debug level and another action. */
    public StorageSettings withDebug(StorageDebug other) {
        return new StorageSettings(
                budgetBytes,
                provider,
                arenas,
                blockSizeBytes,
                alignmentBytes,
                blocksMax,
                cacheMaxBytes,
                hugePages,
                other);
    }

    /** The same with another provider. */
    public StorageSettings withProvider(Provider other) {
        return new StorageSettings(
                budgetBytes, other, arenas, blockSizeBytes, alignmentBytes, blocksMax, cacheMaxBytes, hugePages, debug);
    }

    /** The same with another number of arenas. */
    public StorageSettings withArenas(int other) {
        return new StorageSettings(
                budgetBytes,
                provider,
                other,
                blockSizeBytes,
                alignmentBytes,
                blocksMax,
                cacheMaxBytes,
                hugePages,
                debug);
    }

    /** The same with other blocks. */
    public StorageSettings withBlocks(long otherSizeBytes, int otherAlignmentBytes) {
        return new StorageSettings(
                budgetBytes,
                provider,
                arenas,
                otherSizeBytes,
                otherAlignmentBytes,
                blocksMax,
                cacheMaxBytes,
                hugePages,
                debug);
    }

    /** The same with another bound of the cache. */
    public StorageSettings withCache(int otherBlocksMax, long otherMaxBytes) {
        return new StorageSettings(
                budgetBytes,
                provider,
                arenas,
                blockSizeBytes,
                alignmentBytes,
                otherBlocksMax,
                otherMaxBytes,
                hugePages,
                debug);
    }
}
