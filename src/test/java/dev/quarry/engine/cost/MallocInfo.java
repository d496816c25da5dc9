package dev.quarry.engine.cost;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/** What the C library's allocator has handed out in this process ({@code mallinfo2} of glibc 2.33 and later). */
final class MallocInfo {

    private static final StructLayout STRUCT = MemoryLayout.structLayout(
            JAVA_LONG.withName("arena"),
            JAVA_LONG.withName("ordblks"),
            JAVA_LONG.withName("smblks"),
            JAVA_LONG.withName("hblks"),
            JAVA_LONG.withName("hblkhd"),
            JAVA_LONG.withName("usmblks"),
            JAVA_LONG.withName("fsmblks"),
            JAVA_LONG.withName("uordblks"),
            JAVA_LONG.withName("fordblks"),
            JAVA_LONG.withName("keepcost"));
    private static final long MAPPED = STRUCT.byteOffset(MemoryLayout.PathElement.groupElement("hblkhd"));
    private static final long IN_USE = STRUCT.byteOffset(MemoryLayout.PathElement.groupElement("uordblks"));

    private final MethodHandle call;
    private final SegmentAllocator result;

    MallocInfo() {
        Linker linker = Linker.nativeLinker();
        call = linker.downcallHandle(
                linker.defaultLookup().find("mallinfo2").orElseThrow(), FunctionDescriptor.of(STRUCT));
        MemorySegment struct = Arena.ofAuto().allocate(STRUCT);
        result = (size, alignment) -> struct;
    }

    /** Bytes handed out now. For one thread at a time. */
    long bytes() {
        try {
            MemorySegment info = (MemorySegment) call.invokeExact(result);
            return info.get(JAVA_LONG, MAPPED) + info.get(JAVA_LONG, IN_USE);
        } catch (Throwable e) {
            throw new AssertionError("mallinfo2 cannot fail", e);
        }
    }
}
