package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** {@code WebPPicture} of encode.h, on systems with 64-bit pointers: the fields that we use. */
record Picture(MemorySegment struct) {

    static final long BYTES = 256;

    private static final long USE_ARGB = 0;
    private static final long COLORSPACE = 4;
    private static final long WIDTH = 8;
    private static final long HEIGHT = 12;
    private static final long Y = 16;
    private static final long U = 24;
    private static final long V = 32;
    private static final long Y_STRIDE = 40;
    private static final long UV_STRIDE = 44;
    private static final long A = 48;
    private static final long A_STRIDE = 56;
    private static final long ARGB = 72;
    private static final long ARGB_STRIDE = 80;
    private static final long WRITER = 96;
    private static final long ERROR_CODE = 136;
    private static final long PROGRESS_HOOK = 144;

    private static final int YUV420 = 0;
    private static final int YUV420A = 4;

    /** The picture's size in pixels. */
    void size(int width, int height) {
        struct.set(JAVA_INT, WIDTH, width);
        struct.set(JAVA_INT, HEIGHT, height);
    }

    /** Planes as source, each in one piece, chroma at half size rounded up and of one stride; they may be changed. */
    void planes(Plane luma, Plane blueChroma, Plane redChroma) {
        if (blueChroma.strideBytes() != redChroma.strideBytes()) {
            throw new IllegalArgumentException("chroma of two strides: " + blueChroma + ", " + redChroma);
        }
        struct.set(JAVA_INT, USE_ARGB, 0);
        struct.set(JAVA_INT, COLORSPACE, YUV420);
        struct.set(ADDRESS, Y, start(luma));
        struct.set(ADDRESS, U, start(blueChroma));
        struct.set(ADDRESS, V, start(redChroma));
        struct.set(JAVA_INT, Y_STRIDE, luma.strideBytes());
        struct.set(JAVA_INT, UV_STRIDE, blueChroma.strideBytes());
    }

    /** An alpha plane beside {@link #planes}. */
    void alpha(Plane alpha) {
        struct.set(JAVA_INT, COLORSPACE, YUV420A);
        struct.set(ADDRESS, A, start(alpha));
        struct.set(JAVA_INT, A_STRIDE, alpha.strideBytes());
    }

    private static MemorySegment start(Plane plane) {
        if (!plane.isContiguous()) {
            throw new IllegalArgumentException("plane in several pieces: " + plane);
        }
        return plane.memory().asSlice(plane.row(0), 0);
    }

    /** Packed rows of 32-bit pixels as source, alpha in the highest byte; they may be changed. */
    void argb(MemorySegment pixels, int stridePixels) {
        struct.set(JAVA_INT, USE_ARGB, 1);
        struct.set(ADDRESS, ARGB, pixels);
        struct.set(JAVA_INT, ARGB_STRIDE, stridePixels);
    }

    /** Where the encoded bytes go and who is asked whether to go on. */
    void callbacks(MemorySegment writer, MemorySegment progressHook) {
        struct.set(ADDRESS, WRITER, writer);
        struct.set(ADDRESS, PROGRESS_HOOK, progressHook);
    }

    /** What went wrong in the last encoding. */
    int errorCode() {
        return struct.get(JAVA_INT, ERROR_CODE);
    }
}
