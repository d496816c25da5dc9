package dev.quarry.operation;

/** Lengths in pixels whose arithmetic cannot overflow: what is too large stays too large, for the limits to refuse. */
final class Lengths {

    private Lengths() {}

    /** The nearest {@code int}. */
    static int saturated(long length) {
        return (int) Math.min(Integer.MAX_VALUE, length);
    }
}
