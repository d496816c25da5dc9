package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code malloc} and {@code free} as the process has them: the C library's, or those of a preloaded library. */
final class SystemMalloc {

    private final MethodHandle malloc;
    private final MethodHandle free;

    SystemMalloc() {
        Linker linker = Linker.nativeLinker();
        malloc = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("malloc"), FunctionDescriptor.of(ADDRESS, JAVA_LONG));
        free = linker.downcallHandle(linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));
    }

    /** A piece of this size, its content undefined. */
    MemorySegment allocate(long bytes) {
        MemorySegment piece;
        try {
            piece = (MemorySegment) malloc.invokeExact(bytes);
        } catch (Throwable e) {
            throw new AssertionError("malloc reports failure by its result", e);
        }
        if (piece.address() == 0) {
            throw new OutOfMemoryError("malloc of " + bytes + " bytes");
        }
        return piece.reinterpret(bytes);
    }

    /** Takes a piece back. */
    void free(MemorySegment piece) {
        try {
            free.invokeExact(piece);
        } catch (Throwable e) {
            throw new AssertionError("free cannot fail", e);
        }
    }
}
