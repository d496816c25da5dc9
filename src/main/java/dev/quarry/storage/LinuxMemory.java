package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.storage.SystemMemory.UnavailableException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The memory calls of Linux ({@code sys/mman.h}, {@code unistd.h}), by the numbers that x86-64 and AArch64 share. */
final class LinuxMemory {

    /** {@code MADV_DONTNEED}: drop the pages; the next touch finds zeros. */
    static final int ADVICE_FORGET = 4;

    /** {@code MADV_HUGEPAGE}. */
    static final int ADVICE_HUGE_PAGES = 14;

    /** {@code MADV_NOHUGEPAGE}. */
    static final int ADVICE_SMALL_PAGES = 15;

    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x2 | 0x20 | 0x4000;
    private static final long MAP_FAILED = -1;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle mmap;
    private final MethodHandle madvise;
    private final MethodHandle munmap;

    private LinuxMemory(Linker linker) throws UnavailableException {
        FunctionDescriptor mapping =
                FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
        mmap = call(linker, "mmap", mapping, Linker.Option.captureCallState("errno"));
        madvise = call(linker, "madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        munmap = call(linker, "munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
        int page = pageSize(linker);
        if (page != SizeClasses.PAGE_BYTES) {
            throw new UnavailableException("the system's pages have " + page + " bytes, not " + SizeClasses.PAGE_BYTES);
        }
    }

    /**
     * Links the calls.
     *
     * @throws UnavailableException when this is not Linux or native access is not allowed, with the reason
     */
    static LinuxMemory load() throws UnavailableException {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new UnavailableException("mmap is used on Linux only, and this is " + system);
        }
        try {
            return new LinuxMemory(Linker.nativeLinker());
        } catch (UnsupportedOperationException | IllegalCallerException e) {
            throw new UnavailableException("the JVM has no native linker for us: " + e.getMessage());
        }
    }

    private static MethodHandle call(Linker linker, String name, FunctionDescriptor shape, Linker.Option... options)
            throws UnavailableException {
        MemorySegment address = linker.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnavailableException("the C library has no " + name));
        return linker.downcallHandle(address, shape, options);
    }

    private static int pageSize(Linker linker) throws UnavailableException {
        try {
            return (int)
                    call(linker, "getpagesize", FunctionDescriptor.of(JAVA_INT)).invokeExact();
        } catch (UnavailableException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("getpagesize cannot fail", e);
        }
    }

    /** Reserves addresses, readable and writable, not backed by memory before they are touched. */
    Mapping reserve(long bytes) {
        try (Arena frame = Arena.ofConfined()) {
            MemorySegment state = frame.allocate(STATE);
            MemorySegment start = (MemorySegment) mmap.invokeExact(
                    state, MemorySegment.NULL, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
            if (start.address() == MAP_FAILED) {
                return new Mapping(MemorySegment.NULL, (int) ERRNO.get(state, 0L));
            }
            return new Mapping(start.reinterpret(bytes), 0);
        } catch (Throwable e) {
            throw new AssertionError("mmap reports failure by its result", e);
        }
    }

    /** Tells the kernel what to do with pages; 0 when it does it. */
    int advise(MemorySegment pages, int advice) {
        try {
            return (int) madvise.invokeExact(pages, pages.byteSize(), advice);
        } catch (Throwable e) {
            throw new AssertionError("madvise reports failure by its result", e);
        }
    }

    /** Gives addresses back. */
    void unmap(MemorySegment range) {
        int result;
        try {
            result = (int) munmap.invokeExact(range, range.byteSize());
        } catch (Throwable e) {
            throw new AssertionError("munmap reports failure by its result", e);
        }
        if (result != 0) {
            throw new AssertionError("munmap refused the range that mmap gave");
        }
    }

    /**
     * What {@code mmap} answered.
     *
     * @param range the addresses
     * @param error 0, or the error number
     */
    record Mapping(MemorySegment range, int error) {}
}
