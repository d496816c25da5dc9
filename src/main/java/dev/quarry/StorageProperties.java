package dev.quarry;

import dev.quarry.storage.MemoryBudget;
import dev.quarry.storage.StorageDebug;
import dev.quarry.storage.StorageLimits;
import dev.quarry.storage.StorageSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/**
 * The memory outside of the Java heap, where uploads, pixels and results lie.
 *
 * @param budget Hard limit of that memory. Default: the container's memory limit less the largest Java heap less 190 MB;
 *     without a limit a quarter of the machine's memory, at most 2 GB.
 * @param provider Where the memory comes from: {@code auto}, {@code mmap}, {@code portable} or {@code malloc}. The portable one
 *     works everywhere, but takes its whole budget at start and gives nothing back; {@code malloc} takes each block from
 *     the C library, for tools that watch it and for comparison.
 * @param arenas Number of independent arenas, 1 to 256; 0 means the next power of two that is at least the number of
 *     workers, at most 8. More arenas mean less waiting for locks and more idle blocks.
 * @param blockSize Largest block that planes share, 4KB to 1GB, a multiple of 4 kB. Larger blocks mean fewer of them, and
 *     more waste.
 * @param alignment Alignment of the rows in bytes, a power of two from 64 to 4096.
 * @param blocksMax Most idle blocks that each arena keeps; 0 turns the cache off. Small blocks reach it first; large ones reach
 *     {@code cache-max}.
 * @param cacheMax Most bytes of idle blocks in all arenas. Default: half of the budget.
 * @param decay How long an idle block stays committed, from 0 (it goes back to the system at once) to 1 day; -1 keeps it.
 *     Longer means fewer page faults after a pause, and memory that stays taken meanwhile.
 * @param hugePages Whether the kernel may back that memory with huge pages, which are faster to touch and cannot be given
 *     back in parts.
 * @param debug How closely the use of that memory is watched: {@code off}; {@code sampled}, which costs next to nothing and
 *     tells of one in 128 leaks where it was allocated; {@code guard}, which finds writes outside of blocks and into
 *     released ones; {@code paranoid}, which finds every use of a released block. docs/memory.md tells what each finds
 *     and costs.
 * @param debugAction What happens when a fault is found: {@code throw} fails the request, {@code log} only logs it,
 *     {@code halt} logs it and ends the process at once.
 */
@ConfigurationProperties("quarry.storage")
record StorageProperties(
        @Nullable DataSize budget,
        @DefaultValue("auto") StorageSettings.Provider provider,
        @DefaultValue("0") int arenas,
        @DefaultValue("16MB") DataSize blockSize,
        @DefaultValue("64") int alignment,
        @DefaultValue("1024") int blocksMax,
        @Nullable DataSize cacheMax,

        @DefaultValue("10s") @DurationUnit(ChronoUnit.SECONDS)
        Duration decay,

        @DefaultValue("false") boolean hugePages,
        @DefaultValue("off") StorageDebug.Level debug,
        @DefaultValue("throw") StorageDebug.Action debugAction) {

    private static final Path ROOT = Path.of("/");

    // 120 kB of the kernel's memory for each of 256 connections whose body waits unread.
    private static final long SOCKET_BYTES = 30L << 20;
    private static final int MOST_ARENAS = 256;

    /** Checks what the core's settings cannot: here 0 arenas means a default. */
    StorageProperties {
        if (arenas < 0 || arenas > MOST_ARENAS) {
            throw new IllegalArgumentException("quarry.storage.arenas is " + arenas
                    + "; allowed are 0 (by the number of workers) to " + MOST_ARENAS);
        }
    }

    /** How the memory of this process is divided, once {@code heapBytes} are the Java heap's. */
    MemoryBudget memoryBudget(long heapBytes) {
        return budget == null
                ? MemoryBudget.automatic(ROOT, heapBytes, MemoryBudget.NATIVE_BYTES, SOCKET_BYTES)
                : MemoryBudget.fixed(ROOT, heapBytes, MemoryBudget.NATIVE_BYTES, SOCKET_BYTES, budget.toBytes());
    }

    /** The settings as the core knows them, which checks their ranges. */
    StorageSettings settings(MemoryBudget memory, int workers) {
        StorageSettings defaults = StorageSettings.defaults(memory.storageBytes(), workers);
        return new StorageSettings(
                memory.storageBytes(),
                provider,
                arenas == 0 ? defaults.arenas() : arenas,
                hugePages,
                new StorageLimits(blockSize.toBytes(), alignment, blocksMax),
                cacheMax == null ? defaults.cacheMaxBytes() : cacheMax.toBytes(),
                decay,
                new StorageDebug(debug, debugAction));
    }
}
