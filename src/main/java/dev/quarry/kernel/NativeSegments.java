package dev.quarry.kernel;

import java.lang.foreign.MemorySegment;

/**
 * What the vector loops tell the compiler about their memory: that it lies outside of the Java heap.
 *
 * <p>All loops share the Vector API's methods that load and store, and with them their profiles. Until it is compiled the
 * API itself moves vectors through arrays, so these profiles have seen segments of arrays as well. A loop compiled by such
 * a profile asks at every store where its samples lie, and takes up to twice the time: which loops do depends on what the
 * process ran before. A cast to a class that is a constant needs no profile. It belongs into the loop's own method, since
 * what is known of an argument ends where a call is not inlined.
 */
final class NativeSegments {

    private static final Class<? extends MemorySegment> NATIVE = MemorySegment.NULL.getClass();

    private NativeSegments() {}

    /**
     * {@code segment} itself, as a native one.
     *
     * @throws ClassCastException when it lies on the heap
     */
    static MemorySegment of(MemorySegment segment) {
        return NATIVE.cast(segment);
    }
}
