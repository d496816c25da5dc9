package dev.quarry.storage;

/**
 * The sizes that blocks come in: whole pages, four sizes for each doubling, so that a block is at most a quarter larger
 * than what was asked for.
 */
final class SizeClasses {

    /** Size of a page, the smallest block. */
    static final long PAGE_BYTES = 4096;

    /** Number of classes; the last one is the largest that a {@code long} can count. */
    static final int COUNT = 199;

    // Below this many pages every whole number of pages is a class of its own.
    private static final int LINEAR = 4;

    private SizeClasses() {}

    /** The smallest class that holds {@code bytes}; class 0 for none. */
    static int indexOf(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size " + bytes);
        }
        long pages = Math.max(1, Math.ceilDiv(bytes, PAGE_BYTES));
        if (pages <= LINEAR) {
            return (int) pages - 1;
        }
        int shift = 61 - Long.numberOfLeadingZeros(pages - 1);
        int quarter = (int) ((pages - 1) >>> shift);
        return LINEAR * shift + quarter;
    }

    /** The size of a class. */
    static long bytesOf(int index) {
        if (index < LINEAR) {
            return (index + 1) * PAGE_BYTES;
        }
        long quarters = index % LINEAR + LINEAR + 1L;
        return Math.multiplyExact(quarters << (index / LINEAR - 1), PAGE_BYTES);
    }

    /** The largest class of at most {@code bytes}, at least a page. */
    static int largestWithin(long bytes) {
        int index = indexOf(bytes);
        return bytesOf(index) > bytes ? index - 1 : index;
    }

    /** {@code bytes} rounded up to a class. */
    static long roundUp(long bytes) {
        return bytesOf(indexOf(bytes));
    }

    /** {@code bytes} rounded up to whole pages. */
    static long wholePages(long bytes) {
        return Math.multiplyExact(Math.ceilDiv(bytes, PAGE_BYTES), PAGE_BYTES);
    }
}
