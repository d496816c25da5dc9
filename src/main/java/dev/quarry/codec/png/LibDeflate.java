package dev.quarry.codec.png;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.ffi.NativeBinding;
import dev.quarry.codec.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The compressor of libdeflate 1.x: one method for each function of libdeflate.h, without its {@code libdeflate_}. */
final class LibDeflate {

    static final String NAME = "libdeflate";
    static final String FILE = "libdeflate.so.0";
    static final String DEBIAN_PACKAGE = "libdeflate0";

    private final MethodHandle allocCompressor;
    private final MethodHandle freeCompressor;
    private final MethodHandle zlibCompress;
    private final CodecLibrary library;

    private LibDeflate(NativeLibrary library) {
        allocCompressor = library.function("libdeflate_alloc_compressor", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        freeCompressor = library.function("libdeflate_free_compressor", FunctionDescriptor.ofVoid(ADDRESS));
        zlibCompress = library.function(
                "libdeflate_zlib_compress",
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG));
        this.library = new CodecLibrary(NAME, library.fileVersion());
    }

    /** Loads the library. */
    static NativeBinding<LibDeflate> load() {
        return NativeLibrary.bind(FILE, LibDeflate::new);
    }

    /** Its name and the version of its file. */
    CodecLibrary library() {
        return library;
    }

    /** A new compressor of level 0 to 12; {@code NULL} when there is no memory for it. */
    MemorySegment allocCompressor(int level) {
        try {
            return (MemorySegment) allocCompressor.invokeExact(level);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees a compressor. */
    void freeCompressor(MemorySegment compressor) {
        try {
            freeCompressor.invokeExact(compressor);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Packs all of {@code raw}; gives the bytes written, 0 when {@code target} has no room for them. */
    long zlibCompress(MemorySegment compressor, MemorySegment raw, MemorySegment target) {
        try {
            return (long) zlibCompress.invokeExact(compressor, raw, raw.byteSize(), target, target.byteSize());
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }
}
