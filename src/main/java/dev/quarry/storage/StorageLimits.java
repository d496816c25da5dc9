package dev.quarry.storage;

/**
 * What may change while the storage runs; it holds for blocks taken from then on, and images that live keep their layout.
 *
 * @param blockSizeBytes largest block that planes share, a multiple of 4 kB up to 1 GB
 * @param alignmentBytes alignment of the first row of a plane, a power of two from 64 to 4096
 * @param blocksMax most cached blocks of one arena, ≥ 0
 */
public record StorageLimits(long blockSizeBytes, int alignmentBytes, int blocksMax) {

    /** Blocks of 16 MB, rows from 64 bytes on, and as many idle blocks as the bytes of the cache allow in practice. */
    public static final StorageLimits DEFAULT = new StorageLimits(16L << 20, 64, 1024);

    private static final long MAX_BLOCK_SIZE_BYTES = 1L << 30;
    private static final int MIN_ALIGNMENT_BYTES = 64;
    private static final int MAX_ALIGNMENT_BYTES = 4096;

    /** Checks each limit. */
    public StorageLimits {
        StorageSettings.require(
                blockSizeBytes >= SizeClasses.PAGE_BYTES
                        && blockSizeBytes <= MAX_BLOCK_SIZE_BYTES
                        && blockSizeBytes % SizeClasses.PAGE_BYTES == 0,
                "block-size",
                "a multiple of 4 kB up to 1 GB",
                blockSizeBytes);
        StorageSettings.require(
                alignmentBytes >= MIN_ALIGNMENT_BYTES
                        && alignmentBytes <= MAX_ALIGNMENT_BYTES
                        && Integer.bitCount(alignmentBytes) == 1,
                "alignment",
                "a power of two from 64 to 4096",
                alignmentBytes);
        StorageSettings.require(blocksMax >= 0, "blocks-max", "0 or more", blocksMax);
    }

    /** The same with other blocks. */
    public StorageLimits withBlocks(long otherSizeBytes, int otherAlignmentBytes) {
        return new StorageLimits(otherSizeBytes, otherAlignmentBytes, blocksMax);
    }

    /** The same with another number of cached blocks. */
    public StorageLimits withBlocksMax(int other) {
        return new StorageLimits(blockSizeBytes, alignmentBytes, other);
    }
}
