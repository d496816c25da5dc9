package dev.quarry;

import dev.quarry.storage.StorageSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The memory outside of the Java heap, where uploads, pixels and results lie.
 *
 * @param budget Hard limit of that memory. Default: the container's memory limit less the largest Java heap less 160 MB;
 *     without a limit a quarter of the machine's memory, at most 2 GB.
 * @param provider Where the memory comes from: {@code auto}, {@code mmap} or {@code portable}. The portable one works
 *     everywhere, but takes its whole budget at start and gives nothing back.
 * @param arenas Number of independent arenas, 1 to 64; 0 means the next power of two that is at least the number of
 *     workers, at most 8. More arenas mean less waiting for locks and more idle blocks.
 * @param blockSize Largest block that planes share, 64KB to 1GB, a multiple of 4 kB. Larger blocks mean fewer of them, and
 *     more waste.
 * @param alignment Alignment of the rows in bytes, a power of two from 64 to 4096.
 * @param blocksMax Most idle blocks that each arena keeps, 0 to 65,536; 0 turns the cache off.
 * @param cacheMax Most bytes of idle blocks in all arenas. Default: half of the budget.
 */
@ConfigurationProperties("quarry.storage")
record StorageProperties(
        @Nullable DataSize budget,
        @DefaultValue("auto") StorageSettings.Provider provider,
        @DefaultValue("0") int arenas,
        @DefaultValue("16MB") DataSize blockSize,
        @DefaultValue("64") int alignment,
        @DefaultValue("256") int blocksMax,
        @Nullable DataSize cacheMax) {

    private static final int MOST_ARENAS = 64;
    private static final int MOST_DEFAULT_ARENAS = 8;
    private static final int MOST_BLOCKS = 65_536;
    private static final int LEAST_ALIGNMENT = 64;
    private static final int PAGE_BYTES = 4096;
    private static final DataSize LEAST_BLOCK = DataSize.ofKilobytes(64);
    private static final DataSize LARGEST_BLOCK = DataSize.ofGigabytes(1);

    /** Checks the ranges. */
    StorageProperties {
        require(arenas >= 0 && arenas <= MOST_ARENAS, "arenas", arenas, "0 to " + MOST_ARENAS);
        require(
                blockSize.compareTo(LEAST_BLOCK) >= 0
                        && blockSize.compareTo(LARGEST_BLOCK) <= 0
                        && blockSize.toBytes() % PAGE_BYTES == 0,
                "block-size",
                blockSize,
                LEAST_BLOCK + " to " + LARGEST_BLOCK + ", in multiples of " + PAGE_BYTES + "B");
        require(
                alignment >= LEAST_ALIGNMENT && alignment <= PAGE_BYTES && Integer.bitCount(alignment) == 1,
                "alignment",
                alignment,
                "the powers of two from " + LEAST_ALIGNMENT + " to " + PAGE_BYTES);
        require(blocksMax >= 0 && blocksMax <= MOST_BLOCKS, "blocks-max", blocksMax, "0 to " + MOST_BLOCKS);
        require(cacheMax == null || !cacheMax.isNegative(), "cache-max", cacheMax, "0B and more");
    }

    private static void require(boolean holds, String name, @Nullable Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "quarry.storage.%s is %s; allowed are %s".formatted(name, value, allowed));
        }
    }

    /** The budget that was asked for, null for what is left. */
    @Nullable
    Long askedBytes() {
        return budget == null ? null : budget.toBytes();
    }

    /** The settings as the core knows them. */
    StorageSettings settings(MemoryPlan plan, int workers) {
        return new StorageSettings(
                plan.budgetBytes(),
                provider,
                arenas == 0 ? defaultArenas(workers) : arenas,
                blockSize.toBytes(),
                alignment,
                blocksMax,
                cacheMax == null ? plan.budgetBytes() / 2 : cacheMax.toBytes());
    }

    private static int defaultArenas(int workers) {
        int power = workers <= 1 ? 1 : Integer.highestOneBit(workers - 1) << 1;
        return Math.min(power, MOST_DEFAULT_ARENAS);
    }
}
