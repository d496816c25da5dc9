package dev.quarry.codec.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Memory for the arguments of some native calls, zeroed, freed on closing: structs, out-parameters, callbacks. For small
 * things only; pixels lie in the storage. Bound to the thread that opened it.
 */
public final class NativeFrame implements AutoCloseable {

    private final Arena arena = Arena.ofConfined();

    /** {@code bytes} zeroed bytes, aligned for any C type. */
    public MemorySegment allocate(long bytes) {
        return arena.allocate(bytes, Long.BYTES);
    }

    /** An array of pointers to these segments. */
    public MemorySegment pointers(MemorySegment... targets) {
        MemorySegment array = arena.allocate(ValueLayout.ADDRESS, targets.length);
        for (int i = 0; i < targets.length; i++) {
            array.setAtIndex(ValueLayout.ADDRESS, i, targets[i]);
        }
        return array;
    }

    /** An array of C {@code int}s. */
    public MemorySegment ints(int... values) {
        return arena.allocateFrom(ValueLayout.JAVA_INT, values);
    }

    /** {@code bytes} copied. */
    public MemorySegment copyOf(byte[] bytes) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    /** A C function that calls {@code target}, which must not throw: an exception that left it would end the process. */
    public MemorySegment callback(MethodHandle target, FunctionDescriptor type) {
        return Linker.nativeLinker().upcallStub(target, type, arena);
    }

    @Override
    public void close() {
        arena.close();
    }
}
