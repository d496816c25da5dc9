package dev.quarry.engine.cost;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** What the calling thread has from {@code malloc} at most, counted by the preloaded {@code src/test/native/malloc-peak.c}. */
final class MallocPeak {

    private final MethodHandle reset;
    private final MethodHandle peak;

    /** The counter in the library that this process was started with. */
    MallocPeak() {
        String library = System.getProperty("malloc.peak");
        if (library == null || !String.valueOf(System.getenv("LD_PRELOAD")).contains("malloc-peak")) {
            throw new IllegalStateException(
                    "start with LD_PRELOAD and -Dmalloc.peak, as src/test/native/malloc-peak.c says");
        }
        SymbolLookup symbols = SymbolLookup.libraryLookup(Path.of(library), Arena.global());
        Linker linker = Linker.nativeLinker();
        reset = linker.downcallHandle(symbols.find("malloc_peak_reset").orElseThrow(), FunctionDescriptor.ofVoid());
        peak = linker.downcallHandle(symbols.find("malloc_peak").orElseThrow(), FunctionDescriptor.of(JAVA_LONG));
    }

    /** Starts anew. */
    void reset() {
        try {
            reset.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("malloc_peak_reset cannot fail", e);
        }
    }

    /** The most bytes since {@link #reset}. */
    long bytes() {
        try {
            return (long) peak.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("malloc_peak cannot fail", e);
        }
    }
}
