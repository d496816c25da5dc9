package dev.quarry.codec.jpeg;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.ffi.NativeBinding;
import dev.quarry.codec.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.regex.Pattern;

/**
 * The TurboJPEG API, version 2 (version 3 still has these functions): one method for each function of turbojpeg.h, without
 * its {@code tj}. A handle serves one thread at a time.
 */
final class LibTurboJpeg {

    static final String FILE = "libturbojpeg.so.0";
    static final String DEBIAN_PACKAGE = "libturbojpeg0";

    static final int SUBSAMPLING_444 = 0;
    static final int SUBSAMPLING_422 = 1;
    static final int SUBSAMPLING_420 = 2;
    static final int SUBSAMPLING_GRAY = 3;
    static final int SUBSAMPLING_440 = 4;
    static final int SUBSAMPLING_411 = 5;

    static final int PIXELS_RGB = 0;
    static final int PIXELS_CMYK = 11;

    static final int FLAG_ACCURATE_DCT = 4096;
    static final int FLAG_PROGRESSIVE = 16384;
    static final int FLAG_LIMIT_SCANS = 32768;

    static final int ERROR_WARNING = 0;

    private static final Pattern VERSION = Pattern.compile("libjpeg-turbo version (\\d[\\w.]*)");
    private static final long MESSAGE_BYTES = 200;

    private final MethodHandle initDecompress;
    private final MethodHandle initCompress;
    private final MethodHandle destroy;
    private final MethodHandle decompressHeader3;
    private final MethodHandle decompressToYuvPlanes;
    private final MethodHandle decompress2;
    private final MethodHandle compressFromYuvPlanes;
    private final MethodHandle bufSize;
    private final MethodHandle alloc;
    private final MethodHandle free;
    private final MethodHandle getErrorStr2;
    private final MethodHandle getErrorCode;
    private final String version;

    private LibTurboJpeg(NativeLibrary library) {
        initDecompress = library.function("tjInitDecompress", FunctionDescriptor.of(ADDRESS));
        initCompress = library.function("tjInitCompress", FunctionDescriptor.of(ADDRESS));
        destroy = library.function("tjDestroy", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        decompressHeader3 = library.function(
                "tjDecompressHeader3",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        decompressToYuvPlanes = library.function(
                "tjDecompressToYUVPlanes",
                FunctionDescriptor.of(
                        JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
        decompress2 = library.function(
                "tjDecompress2",
                FunctionDescriptor.of(
                        JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
                        JAVA_INT));
        compressFromYuvPlanes = library.function(
                "tjCompressFromYUVPlanes",
                FunctionDescriptor.of(
                        JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT,
                        JAVA_INT));
        bufSize = library.function("tjBufSize", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT));
        alloc = library.function("tjAlloc", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        free = library.function("tjFree", FunctionDescriptor.ofVoid(ADDRESS));
        getErrorStr2 = library.function("tjGetErrorStr2", FunctionDescriptor.of(ADDRESS, ADDRESS));
        getErrorCode = library.function("tjGetErrorCode", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        version = library.embedded(VERSION).orElse("unknown");
    }

    /** Loads the library. */
    static NativeBinding<LibTurboJpeg> load() {
        return NativeLibrary.bind(FILE, LibTurboJpeg::new);
    }

    /** Its name and version. */
    CodecLibrary library() {
        return new CodecLibrary("libturbojpeg", version);
    }

    /** A new decompressor; {@code NULL} when there is no memory for it. */
    MemorySegment initDecompress() {
        try {
            return (MemorySegment) initDecompress.invokeExact();
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** A new compressor; {@code NULL} when there is no memory for it. */
    MemorySegment initCompress() {
        try {
            return (MemorySegment) initCompress.invokeExact();
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees a compressor or decompressor. */
    int destroy(MemorySegment handle) {
        try {
            return (int) destroy.invokeExact(handle);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Reads a header into four {@code int}s; −1 on an error, with width and height written as far as they are known. */
    int decompressHeader3(
            MemorySegment handle,
            MemorySegment jpeg,
            MemorySegment width,
            MemorySegment height,
            MemorySegment subsampling,
            MemorySegment colorspace) {
        try {
            return (int) decompressHeader3.invokeExact(
                    handle, jpeg, jpeg.byteSize(), width, height, subsampling, colorspace);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Decodes into planes; writes whole chroma rows' worth of luma rows. 0, or −1 on an error or a warning. */
    int decompressToYuvPlanes(
            MemorySegment handle,
            MemorySegment jpeg,
            MemorySegment planes,
            int width,
            MemorySegment strides,
            int height,
            int flags) {
        try {
            return (int) decompressToYuvPlanes.invokeExact(
                    handle, jpeg, jpeg.byteSize(), planes, width, strides, height, flags);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Decodes into interleaved pixels, rows packed. 0, or −1 on an error or a warning. */
    int decompress2(
            MemorySegment handle,
            MemorySegment jpeg,
            MemorySegment pixels,
            int width,
            int height,
            int pixelFormat,
            int flags) {
        try {
            return (int) decompress2.invokeExact(
                    handle, jpeg, jpeg.byteSize(), pixels, width, 0, height, pixelFormat, flags);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Encodes planes; reads whole chroma rows' worth of luma rows and columns. 0, or −1 on an error. */
    int compressFromYuvPlanes(
            MemorySegment handle,
            MemorySegment planes,
            int width,
            MemorySegment strides,
            int height,
            int subsampling,
            MemorySegment jpegPointer,
            MemorySegment jpegSize,
            int quality,
            int flags) {
        try {
            return (int) compressFromYuvPlanes.invokeExact(
                    handle, planes, width, strides, height, subsampling, jpegPointer, jpegSize, quality, flags);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** The most bytes that a picture can take when encoded. */
    long bufSize(int width, int height, int subsampling) {
        try {
            return (long) bufSize.invokeExact(width, height, subsampling);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Memory for {@link #compressFromYuvPlanes}; {@code NULL} when there is none. */
    MemorySegment alloc(int bytes) {
        try {
            return (MemorySegment) alloc.invokeExact(bytes);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees what {@link #alloc} gave. */
    void free(MemorySegment buffer) {
        try {
            free.invokeExact(buffer);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** The last call's error or first warning, in English; to be asked on the thread of that call. */
    String errorMessage(MemorySegment handle) {
        try {
            MemorySegment message = (MemorySegment) getErrorStr2.invokeExact(handle);
            return message.reinterpret(MESSAGE_BYTES).getString(0);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Whether the last call's error was only a warning, so that its result is complete. */
    boolean isWarning(MemorySegment handle) {
        try {
            return (int) getErrorCode.invokeExact(handle) == ERROR_WARNING;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }
}
