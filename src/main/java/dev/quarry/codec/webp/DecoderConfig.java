package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/**
 * {@code WebPDecoderConfig} of decode.h, on systems with 64-bit pointers and {@code size_t}: the features, then the output
 * buffer at 40, whose union of pixel descriptions starts at 56, then the options.
 */
record DecoderConfig(MemorySegment struct) {

    static final long BYTES = 240;

    private static final long COLORSPACE = 40;
    private static final long WIDTH = 44;
    private static final long HEIGHT = 48;
    private static final long IS_EXTERNAL_MEMORY = 52;
    private static final long RGBA = 56;
    private static final long RGBA_STRIDE = 64;
    private static final long RGBA_SIZE = 72;
    private static final long YUV_POINTERS = 56;
    private static final long YUV_STRIDES = 88;
    private static final long YUV_SIZES = 104;

    private static final int MODE_RGB = 0;
    private static final int MODE_RGBA = 1;
    private static final int MODE_YUV = 11;

    /** Decodes to packed rows of interleaved RGB or RGBA. */
    void outputInterleaved(MemorySegment pixels, int bands, int strideBytes) {
        struct.set(JAVA_INT, COLORSPACE, bands == 4 ? MODE_RGBA : MODE_RGB);
        struct.set(JAVA_INT, IS_EXTERNAL_MEMORY, 1);
        struct.set(ADDRESS, RGBA, pixels);
        struct.set(JAVA_INT, RGBA_STRIDE, strideBytes);
        struct.set(JAVA_LONG, RGBA_SIZE, pixels.byteSize());
    }

    /** Decodes to a luma plane and two chroma planes at half of its size, rounded up; each in one piece. */
    void outputPlanes(Plane luma, Plane blueChroma, Plane redChroma) {
        struct.set(JAVA_INT, COLORSPACE, MODE_YUV);
        struct.set(JAVA_INT, IS_EXTERNAL_MEMORY, 1);
        outputPlane(0, luma);
        outputPlane(1, blueChroma);
        outputPlane(2, redChroma);
    }

    private void outputPlane(int index, Plane plane) {
        long bytes = (long) plane.strideBytes() * (plane.height() - 1) + plane.width();
        MemorySegment samples = plane.memory().asSlice(plane.row(0), bytes);
        struct.setAtIndex(ADDRESS, YUV_POINTERS / Long.BYTES + index, samples);
        struct.setAtIndex(JAVA_INT, YUV_STRIDES / Integer.BYTES + index, plane.strideBytes());
        struct.setAtIndex(JAVA_LONG, YUV_SIZES / Long.BYTES + index, bytes);
    }

    /** Width of the picture that was decoded. */
    int width() {
        return struct.get(JAVA_INT, WIDTH);
    }

    /** Height of the picture that was decoded. */
    int height() {
        return struct.get(JAVA_INT, HEIGHT);
    }
}
