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

/** libspng 0.7: one method for each function of spng.h, without its {@code spng_}. A context serves one thread at a time. */
final class LibSpng {

    static final String FILE = "libspng.so.0";
    static final String DEBIAN_PACKAGE = "libspng0";

    static final int CONTEXT_ENCODER = 2;
    static final int FORMAT_RGBA8 = 1;
    static final int FORMAT_RGBA16 = 2;
    static final int FORMAT_RGB8 = 4;
    static final int FORMAT_GRAY_ALPHA8 = 16;
    static final int FORMAT_GRAY_ALPHA16 = 32;
    static final int FORMAT_GRAY8 = 64;
    static final int FORMAT_AS_STORED = 256;
    static final int DECODE_TRANSPARENCY = 1;
    static final int DECODE_PROGRESSIVE = 256;
    static final int ENCODE_PROGRESSIVE = 1;
    static final int ENCODE_FINALIZE = 2;
    static final int OPTION_COMPRESSION_LEVEL = 2;

    static final int OK = 0;
    static final int END_OF_IMAGE = 75;
    static final int IO_EOF = -1;
    static final int IO_ERROR = -2;
    static final int ERROR_MEMORY = 2;
    static final int ERROR_DATA_TOO_SHORT = 62;

    /** {@code int (ctx, user, buffer, length)}: reads or writes. */
    static final FunctionDescriptor CALLBACK = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);

    private static final long TEXT_BYTES = 200;

    private final MethodHandle contextNew;
    private final MethodHandle contextFree;
    private final MethodHandle setPngStream;
    private final MethodHandle setImageLimits;
    private final MethodHandle setOption;
    private final MethodHandle decodeImage;
    private final MethodHandle decodeScanline;
    private final MethodHandle getRowInfo;
    private final MethodHandle setIhdr;
    private final MethodHandle setIccp;
    private final MethodHandle encodeImage;
    private final MethodHandle encodeRow;
    private final MethodHandle strerror;
    private final String version;

    private LibSpng(NativeLibrary library) {
        contextNew = library.function("spng_ctx_new", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        contextFree = library.function("spng_ctx_free", FunctionDescriptor.ofVoid(ADDRESS));
        setPngStream =
                library.function("spng_set_png_stream", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
        setImageLimits =
                library.function("spng_set_image_limits", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
        setOption = library.function("spng_set_option", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
        FunctionDescriptor image = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT);
        decodeImage = library.function("spng_decode_image", image);
        encodeImage = library.function("spng_encode_image", image);
        FunctionDescriptor row = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        decodeScanline = library.function("spng_decode_scanline", row);
        encodeRow = library.function("spng_encode_row", row);
        FunctionDescriptor struct = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
        getRowInfo = library.function("spng_get_row_info", struct);
        setIhdr = library.function("spng_set_ihdr", struct);
        setIccp = library.function("spng_set_iccp", struct);
        strerror = library.function("spng_strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        version = version(library.function("spng_version_string", FunctionDescriptor.of(ADDRESS)));
    }

    private static String version(MethodHandle versionString) {
        try {
            return text((MemorySegment) versionString.invokeExact());
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private static String text(MemorySegment address) {
        return address.reinterpret(TEXT_BYTES).getString(0);
    }

    /** Loads the library. */
    static NativeBinding<LibSpng> load() {
        return NativeLibrary.bind(FILE, LibSpng::new);
    }

    /** Its name and version. */
    CodecLibrary library() {
        return new CodecLibrary("libspng", version);
    }

    /** A new context; {@code NULL} when there is no memory for it. */
    MemorySegment contextNew(int flags) {
        try {
            return (MemorySegment) contextNew.invokeExact(flags);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees a context. */
    void contextFree(MemorySegment context) {
        try {
            contextFree.invokeExact(context);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Sets the {@link #CALLBACK} that reads or writes the file. */
    int setPngStream(MemorySegment context, MemorySegment callback) {
        try {
            return (int) setPngStream.invokeExact(context, callback, MemorySegment.NULL);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** The largest sides that are decoded. */
    int setImageLimits(MemorySegment context, int width, int height) {
        try {
            return (int) setImageLimits.invokeExact(context, width, height);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Sets one of the options above. */
    int setOption(MemorySegment context, int option, int value) {
        try {
            return (int) setOption.invokeExact(context, option, value);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Starts decoding row by row in one of the formats above. */
    int startDecoding(MemorySegment context, int format) {
        try {
            return (int) decodeImage.invokeExact(
                    context, MemorySegment.NULL, 0L, format, DECODE_PROGRESSIVE | DECODE_TRANSPARENCY);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Decodes the next row, of the pass if there are passes; {@link #END_OF_IMAGE} with the last one. */
    int decodeScanline(MemorySegment context, MemorySegment row) {
        try {
            return (int) decodeScanline.invokeExact(context, row, row.byteSize());
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Writes a {@code struct spng_row_info} for the row that comes next. */
    int getRowInfo(MemorySegment context, MemorySegment info) {
        try {
            return (int) getRowInfo.invokeExact(context, info);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Sets size and colour type from a {@code struct spng_ihdr}. */
    int setIhdr(MemorySegment context, MemorySegment ihdr) {
        try {
            return (int) setIhdr.invokeExact(context, ihdr);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Sets the colour profile from a {@code struct spng_iccp}. */
    int setIccp(MemorySegment context, MemorySegment iccp) {
        try {
            return (int) setIccp.invokeExact(context, iccp);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Starts encoding row by row, to be finished with the last row. */
    int startEncoding(MemorySegment context) {
        try {
            return (int) encodeImage.invokeExact(
                    context, MemorySegment.NULL, 0L, FORMAT_AS_STORED, ENCODE_PROGRESSIVE | ENCODE_FINALIZE);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Encodes a whole row of the picture; {@link #END_OF_IMAGE} with the last one. */
    int encodeRow(MemorySegment context, MemorySegment row) {
        try {
            return (int) encodeRow.invokeExact(context, row, row.byteSize());
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** An error number in English. */
    String strerror(int error) {
        try {
            return text((MemorySegment) strerror.invokeExact(error));
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }
}
