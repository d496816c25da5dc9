package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.storage.SystemMemory.UnavailableException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The memory calls of the C library ({@code stdlib.h}). */
final class CLibraryMemory {

    private final MethodHandle alignedAlloc;
    private final MethodHandle free;

    private CLibraryMemory(Linker linker) throws UnavailableException {
        alignedAlloc = call(linker, "aligned_alloc", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
        free = call(linker, "free", FunctionDescriptor.ofVoid(JAVA_LONG));
    }

    /**
     * Links the calls.
     *
     * @throws UnavailableException when native access is not allowed or the library lacks them, with the reason
     */
    static CLibraryMemory load() throws UnavailableException {
        try {
            return new CLibraryMemory(Linker.nativeLinker());
        } catch (UnsupportedOperationException | IllegalCallerException e) {
            throw new UnavailableException("the JVM has no native linker for us: " + e.getMessage());
        }
    }

    private static MethodHandle call(Linker linker, String name, FunctionDescriptor shape) throws UnavailableException {
        MemorySegment address = linker.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnavailableException("the C library has no " + name));
        return linker.downcallHandle(address, shape);
    }

    /** The address of {@code bytes} bytes, a multiple of {@code alignment}; 0 when there are none. */
    long allocate(long alignment, long bytes) {
        try {
            return (long) alignedAlloc.invokeExact(alignment, bytes);
        } catch (Throwable e) {
            throw new AssertionError("aligned_alloc reports failure by its result", e);
        }
    }

    /** Gives back what {@link #allocate} gave. */
    void free(long address) {
        try {
            free.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError("free cannot fail", e);
        }
    }
}
