package dev.quarry.storage;

import java.time.Duration;
import java.util.Locale;

/**
 * How the storage is built.
 *
 * @param budgetBytes hard limit of all memory that the storage hands out or keeps; counted in whole pages of 4 kB
 * @param provider where the address range comes from
 * @param arenas number of independent arenas, 1 to 256
 * @param hugePages whether the kernel may back the range with huge pages, which are faster to touch and cannot be given
 *     back in parts
 * @param limits what may change later
 * @param cacheMaxBytes most cached bytes of all arenas, ≥ 0
 * @param decay how long an idle block stays committed; zero gives it back at once, {@link #NEVER} keeps it
 * @param debug how closely the use of memory is watched
 */
public record StorageSettings(
        long budgetBytes,
        Provider provider,
        int arenas,
        boolean hugePages,
        StorageLimits limits,
        long cacheMaxBytes,
        Duration decay,
        StorageDebug debug) {

    /** A {@link #decay} without end. */
    public static final Duration NEVER = Duration.ofSeconds(-1);

    private static final Duration DEFAULT_DECAY = Duration.ofSeconds(10);
    private static final Duration MAX_DECAY = Duration.ofDays(1);
    private static final long MAX_BUDGET_BYTES = 1L << 42;
    private static final int MAX_ARENAS = 256;
    private static final int DEFAULT_ARENAS_MAX = 8;

    /** Where the address range comes from. */
    public enum Provider {
        /** {@code mmap} where it is granted, else portable; the log says which and why. */
        AUTO,
        /** Address space reserved by {@code mmap}; pages are committed by touch and can be given back. */
        MMAP,
        /** One shared arena of the JDK; committed at start, never given back. */
        PORTABLE,
        /** {@code malloc} of the C library for each block, for tools that watch it and for comparison. */
        MALLOC
    }

    /** Checks each setting. */
    public StorageSettings {
        require(
                budgetBytes >= SizeClasses.PAGE_BYTES && budgetBytes <= MAX_BUDGET_BYTES,
                "budget",
                "from 4 kB to 4 TB",
                budgetBytes);
        require(arenas >= 1 && arenas <= MAX_ARENAS, "arenas", "from 1 to " + MAX_ARENAS, arenas);
        require(cacheMaxBytes >= 0, "cache-max", "0 or more", cacheMaxBytes);
        require(
                decay.equals(NEVER) || !decay.isNegative() && decay.compareTo(MAX_DECAY) <= 0,
                "decay",
                "from 0 s (at once) to 1 day, or -1 s (never)",
                decay);
    }

    /** Refuses a setting outside of its range, by its name. */
    static void require(boolean holds, String setting, String range, Object actual) {
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
                false,
                StorageLimits.DEFAULT,
                budgetBytes / 2,
                DEFAULT_DECAY,
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
                .withCache(StorageLimits.DEFAULT.blocksMax(), budgetBytes)
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
        return new StorageSettings(budgetBytes, provider, arenas, hugePages, limits, cacheMaxBytes, decay, other);
    }

    /** The same with another provider. */
    public StorageSettings withProvider(Provider other) {
        return new StorageSettings(budgetBytes, other, arenas, hugePages, limits, cacheMaxBytes, decay, debug);
    }

    /** The same with another number of arenas. */
    public StorageSettings withArenas(int other) {
        return new StorageSettings(budgetBytes, provider, other, hugePages, limits, cacheMaxBytes, decay, debug);
    }

    /** The same with other limits. */
    public StorageSettings withLimits(StorageLimits other) {
        return new StorageSettings(budgetBytes, provider, arenas, hugePages, other, cacheMaxBytes, decay, debug);
    }

    /** The same with other blocks. */
    public StorageSettings withBlocks(long otherSizeBytes, int otherAlignmentBytes) {
        return withLimits(limits.withBlocks(otherSizeBytes, otherAlignmentBytes));
    }

    /** The same with another bound of the cache. */
    public StorageSettings withCache(int otherBlocksMax, long otherMaxBytes) {
        StorageLimits other = limits.withBlocksMax(otherBlocksMax);
        return new StorageSettings(budgetBytes, provider, arenas, hugePages, other, otherMaxBytes, decay, debug);
    }

    /** The same with another age at which idle blocks go. */
    public StorageSettings withDecay(Duration other) {
        return new StorageSettings(budgetBytes, provider, arenas, hugePages, limits, cacheMaxBytes, other, debug);
    }
}
