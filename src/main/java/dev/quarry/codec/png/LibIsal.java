package dev.quarry.codec.png;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.ffi.NativeBinding;
import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.codec.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;

/** The inflate functions of Intel's ISA-L 2, igzip_lib.h: one method for each, and the fields of its state. */
final class LibIsal {

    static final String NAME = "libisal";
    static final String FILE = "libisal.so.2";
    static final String DEBIAN_PACKAGE = "libisal2";

    // struct inflate_state: the caller's memory, whose layout is part of the library's interface. It has 87,368 bytes.
    static final long STATE_BYTES = 96L << 10;
    static final long NEXT_OUT = 0;
    static final long AVAILABLE_OUT = 8;
    static final long NEXT_IN = 16;
    static final long AVAILABLE_IN = 32;
    static final long CRC_FLAG = 21_172;

    /** The value of {@link #CRC_FLAG} for streams with zlib's header and checksum. */
    static final int ZLIB = 3;

    static final int OK = 0;

    // A zlib stream with one stored block of two bytes, "ok", and their checksum.
    private static final byte[] TRIAL = {0x78, 0x01, 0x01, 2, 0, -3, -1, 'o', 'k', 0x01, 0x4B, 0x00, (byte) 0xDB};

    private final MethodHandle inflateInit;
    private final MethodHandle inflate;
    private final CodecLibrary library;

    private LibIsal(NativeLibrary library) {
        inflateInit = library.function("isal_inflate_init", FunctionDescriptor.ofVoid(ADDRESS));
        inflate = library.function("isal_inflate", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        this.library = new CodecLibrary(NAME, library.fileVersion());
        if (!unpacks()) {
            throw new NoSuchElementException("its inflate_state is laid out in another way");
        }
    }

    /** Whether a short stream comes out right, which it does not where a field lies elsewhere. */
    private boolean unpacks() {
        try (NativeFrame frame = new NativeFrame()) {
            MemorySegment state = frame.allocate(STATE_BYTES);
            MemorySegment output = frame.allocate(TRIAL.length);
            inflateInit(state);
            state.set(JAVA_INT, CRC_FLAG, ZLIB);
            state.set(ADDRESS, NEXT_IN, frame.copyOf(TRIAL));
            state.set(JAVA_INT, AVAILABLE_IN, TRIAL.length);
            state.set(ADDRESS, NEXT_OUT, output);
            state.set(JAVA_INT, AVAILABLE_OUT, TRIAL.length);
            return inflate(state) == OK
                    && state.get(JAVA_INT, AVAILABLE_IN) == 0
                    && state.get(JAVA_INT, AVAILABLE_OUT) == TRIAL.length - 2
                    && output.getString(0, StandardCharsets.US_ASCII).equals("ok");
        }
    }

    /** Loads the library. */
    static NativeBinding<LibIsal> load() {
        return NativeLibrary.bind(FILE, LibIsal::new);
    }

    /** Its name and the version of its file. */
    CodecLibrary library() {
        return library;
    }

    /** Makes a state ready for a raw stream. */
    void inflateInit(MemorySegment state) {
        try {
            inflateInit.invokeExact(state);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Goes on until input or room is used up; {@link #OK} unless the stream is damaged. */
    int inflate(MemorySegment state) {
        try {
            return (int) inflate.invokeExact(state);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }
}
