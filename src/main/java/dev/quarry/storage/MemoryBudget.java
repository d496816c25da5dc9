package dev.quarry.storage;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The memory plan of the process: what the container or machine has, and how it is divided. A plan that does not fit cannot
 * be made.
 *
 * @param limitBytes what there is
 * @param limitSource who says so, for the log
 * @param heapBytes the largest Java heap
 * @param nativeBytes allowance for the JVM's own memory and the codecs'
 * @param socketBytes allowance for the kernel's buffers of connections whose body waits unread
 * @param storageBytes the budget of the block storage
 */
public record MemoryBudget(
        long limitBytes, String limitSource, long heapBytes, long nativeBytes, long socketBytes, long storageBytes) {

    /** What a JVM with this service takes beyond its heap and the storage. */
    public static final long NATIVE_BYTES = 160L << 20;

    private static final long LEAST_STORAGE_BYTES = 16L << 20;
    private static final long MOST_WITHOUT_LIMIT_BYTES = 2L << 30;
    private static final int SHARE_WITHOUT_LIMIT = 4;

    /** Checks that the parts are not more than the whole. */
    public MemoryBudget {
        long sum = Math.addExact(Math.addExact(heapBytes, nativeBytes), Math.addExact(socketBytes, storageBytes));
        if (storageBytes < 0 || sum > limitBytes) {
            throw new IllegalArgumentException(
                    "The memory does not fit: %s heap + %s native + %s sockets + %s storage = %s, but there are %s (%s). Raise the limit, lower -Xmx, or set quarry.storage.budget."
                            .formatted(
                                    megabytes(heapBytes),
                                    megabytes(nativeBytes),
                                    megabytes(socketBytes),
                                    megabytes(storageBytes),
                                    megabytes(sum),
                                    megabytes(limitBytes),
                                    limitSource));
        }
    }

    /**
     * A plan whose storage gets what is left of the container's limit; without one a quarter of the machine's memory, but
     * at most 2 GB.
     *
     * @param root where {@code proc} and {@code sys} are, {@code /} but for tests
     * @throws IllegalArgumentException when less than 16 MB are left, with the sum
     */
    public static MemoryBudget automatic(Path root, long heapBytes, long nativeBytes, long socketBytes) {
        MemoryLimit limit = MemoryLimit.read(root);
        long share = limit.ofContainer()
                ? limit.bytes() - heapBytes - nativeBytes - socketBytes
                : Math.min(limit.bytes() / SHARE_WITHOUT_LIMIT, MOST_WITHOUT_LIMIT_BYTES);
        long storage = Math.max(LEAST_STORAGE_BYTES, share / SizeClasses.PAGE_BYTES * SizeClasses.PAGE_BYTES);
        return new MemoryBudget(limit.bytes(), limit.source(), heapBytes, nativeBytes, socketBytes, storage);
    }

    /**
     * A plan with a storage of given size.
     *
     * @param root where {@code proc} and {@code sys} are, {@code /} but for tests
     * @throws IllegalArgumentException when it does not fit, with the sum
     */
    public static MemoryBudget fixed(Path root, long heapBytes, long nativeBytes, long socketBytes, long storageBytes) {
        MemoryLimit limit = MemoryLimit.read(root);
        return new MemoryBudget(limit.bytes(), limit.source(), heapBytes, nativeBytes, socketBytes, storageBytes);
    }

    /** What no part has claimed. */
    public long spareBytes() {
        return limitBytes - heapBytes - nativeBytes - socketBytes - storageBytes;
    }

    /** The plan as one line for the log. */
    public String describe() {
        return "%s (%s) = %s heap + %s storage + %s native + %s sockets + %s spare"
                .formatted(
                        megabytes(limitBytes),
                        limitSource,
                        megabytes(heapBytes),
                        megabytes(storageBytes),
                        megabytes(nativeBytes),
                        megabytes(socketBytes),
                        megabytes(spareBytes()));
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / (double) (1 << 20));
    }
}
