package dev.quarry.storage;

/** Where in the storage's segment something may lie. Safe for use by several threads at once. */
interface AddressSpace {

    /** The offset of {@code bytes} free addresses, whole pages, which are taken; −1 when no run is that long. */
    long allocate(long bytes);

    /** Makes addresses free again that one {@link #allocate} took, or a part of them where they are divisible. */
    void free(long offset, long bytes);

    /** The longest free run. */
    long largestFreeBytes();

    /** The sum of all free runs. */
    long freeBytes();
}
