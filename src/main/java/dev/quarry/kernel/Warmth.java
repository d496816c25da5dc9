package dev.quarry.kernel;

/** Which variants are warm; a variant never cools. Safe for many threads. */
final class Warmth {

    // One word, so that a kernel's look is one plain load.
    private volatile long warm;

    boolean isWarm(KernelVariant variant) {
        return (warm & bit(variant)) != 0;
    }

    synchronized void set(KernelVariant variant) {
        warm |= bit(variant);
    }

    private static long bit(KernelVariant variant) {
        return 1L << variant.ordinal();
    }
}
