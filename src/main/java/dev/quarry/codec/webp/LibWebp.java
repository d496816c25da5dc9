package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.ffi.NativeBinding;
import dev.quarry.codec.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The advanced API of libwebp 1.x: one method for each function of decode.h and encode.h, without its {@code WebP}. The
 * structs are {@link DecoderConfig}, {@link EncoderConfig} and {@link Picture}.
 */
final class LibWebp {

    static final String FILE = "libwebp.so.7";
    static final String DEBIAN_PACKAGE = "libwebp7";

    static final int STATUS_OK = 0;
    static final int STATUS_OUT_OF_MEMORY = 1;
    static final int STATUS_UNSUPPORTED_FEATURE = 4;
    static final int STATUS_SUSPENDED = 5;
    static final int STATUS_NOT_ENOUGH_DATA = 7;

    static final int ERROR_OUT_OF_MEMORY = 1;
    static final int ERROR_BITSTREAM_OUT_OF_MEMORY = 2;
    static final int ERROR_PARTITION0_OVERFLOW = 6;
    static final int ERROR_PARTITION_OVERFLOW = 7;
    static final int ERROR_FILE_TOO_BIG = 9;

    // The library refuses callers whose structs have another major version.
    private static final int DECODER_ABI_VERSION = 0x0209;
    private static final int ENCODER_ABI_VERSION = 0x020F;
    private static final int PRESET_DEFAULT = 0;

    private final MethodHandle getDecoderVersion;
    private final MethodHandle initDecoderConfig;
    private final MethodHandle incrementalDecode;
    private final MethodHandle incrementalUpdate;
    private final MethodHandle incrementalDelete;
    private final MethodHandle configInit;
    private final MethodHandle pictureInit;
    private final MethodHandle pictureFree;
    private final MethodHandle encode;
    private final String version;

    private LibWebp(NativeLibrary library) {
        getDecoderVersion = library.function("WebPGetDecoderVersion", FunctionDescriptor.of(JAVA_INT));
        initDecoderConfig =
                library.function("WebPInitDecoderConfigInternal", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        incrementalDecode =
                library.function("WebPIDecode", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
        incrementalUpdate =
                library.function("WebPIUpdate", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
        incrementalDelete = library.function("WebPIDelete", FunctionDescriptor.ofVoid(ADDRESS));
        configInit = library.function(
                "WebPConfigInitInternal", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_FLOAT, JAVA_INT));
        pictureInit = library.function("WebPPictureInitInternal", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        pictureFree = library.function("WebPPictureFree", FunctionDescriptor.ofVoid(ADDRESS));
        encode = library.function("WebPEncode", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        int packed = getDecoderVersion();
        version = "%d.%d.%d".formatted(packed >> 16, packed >> 8 & 255, packed & 255);
    }

    /** Loads the library. */
    static NativeBinding<LibWebp> load() {
        return NativeLibrary.bind(FILE, LibWebp::new);
    }

    /** Its name and version. */
    CodecLibrary library() {
        return new CodecLibrary("libwebp", version);
    }

    private int getDecoderVersion() {
        try {
            return (int) getDecoderVersion.invokeExact();
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Fills a {@link DecoderConfig} with defaults; false when the library's structs are of another version. */
    boolean initDecoderConfig(MemorySegment config) {
        try {
            return (int) initDecoderConfig.invokeExact(config, DECODER_ABI_VERSION) != 0;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** A new decoder that has seen no data; it keeps using {@code config}. {@code NULL} when there is no memory for it. */
    MemorySegment incrementalDecode(MemorySegment config) {
        try {
            return (MemorySegment) incrementalDecode.invokeExact(MemorySegment.NULL, 0L, config);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Decodes as far as {@code data} goes, which begins with the data of the call before; a status. */
    int incrementalUpdate(MemorySegment decoder, MemorySegment data) {
        try {
            return (int) incrementalUpdate.invokeExact(decoder, data, data.byteSize());
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees a decoder. */
    void incrementalDelete(MemorySegment decoder) {
        try {
            incrementalDelete.invokeExact(decoder);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Fills an {@link EncoderConfig} with defaults; false when the library's structs are of another version. */
    boolean configInit(MemorySegment config, float quality) {
        try {
            return (int) configInit.invokeExact(config, PRESET_DEFAULT, quality, ENCODER_ABI_VERSION) != 0;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Fills a {@link Picture} with defaults; false when the library's structs are of another version. */
    boolean pictureInit(MemorySegment picture) {
        try {
            return (int) pictureInit.invokeExact(picture, ENCODER_ABI_VERSION) != 0;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Frees what the library has allocated for a picture, not the planes that it was given. */
    void pictureFree(MemorySegment picture) {
        try {
            pictureFree.invokeExact(picture);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Encodes through the picture's writer; false on an error, which the picture then tells. */
    boolean encode(MemorySegment config, MemorySegment picture) {
        try {
            return (int) encode.invokeExact(config, picture) != 0;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }
}
