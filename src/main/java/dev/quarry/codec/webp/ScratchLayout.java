package dev.quarry.codec.webp;

import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * How an encoder's source lies in one block: planes at strides of whole 64 bytes, or packed 32-bit pixels and one opaque
 * row; with the slack at both ends that kernels may touch.
 *
 * @param width picture width in pixels
 * @param height picture height in pixels
 * @param planar whether it is planes
 * @param alpha whether a plane of alpha follows those of the colours
 */
record ScratchLayout(int width, int height, boolean planar, boolean alpha) {

    private static final int SLACK_BYTES = 64;
    private static final int PIXEL_BYTES = 4;

    /** The layout for a picture; a lossy one goes as planes if it has no colour or is {@code YCBCR}. */
    static ScratchLayout of(ImageSpec picture, boolean lossless) {
        ColorModel model = picture.model();
        boolean planar = !lossless && (model.isGray() || model == ColorModel.YCBCR);
        return new ScratchLayout(picture.width(), picture.height(), planar, model.hasAlpha());
    }

    /** Bytes of the block. */
    long bytes() {
        return planar ? alphaStart() + (alpha ? lumaBytes() : 0) + SLACK_BYTES : opaqueStart() + stride(width);
    }

    private static int stride(int width) {
        return Math.ceilDiv(width, SLACK_BYTES) * SLACK_BYTES;
    }

    private long lumaBytes() {
        return (long) stride(width) * height;
    }

    private long chromaBytes() {
        return (long) stride(chromaWidth()) * chromaHeight();
    }

    private int chromaWidth() {
        return Math.ceilDiv(width, 2);
    }

    private int chromaHeight() {
        return Math.ceilDiv(height, 2);
    }

    private long alphaStart() {
        return SLACK_BYTES + lumaBytes() + 2 * chromaBytes();
    }

    private long opaqueStart() {
        return (long) PIXEL_BYTES * width * height + SLACK_BYTES;
    }

    /** The luma plane of the block at {@code start}. */
    Plane luma(MemorySegment memory, long start) {
        return plane(memory, start + SLACK_BYTES, width, height);
    }

    /** A chroma plane, 0 or 1. */
    Plane chroma(MemorySegment memory, long start, int index) {
        long first = start + SLACK_BYTES + lumaBytes() + index * chromaBytes();
        return plane(memory, first, chromaWidth(), chromaHeight());
    }

    /** The alpha plane. */
    Plane alpha(MemorySegment memory, long start) {
        return plane(memory, start + alphaStart(), width, height);
    }

    private static Plane plane(MemorySegment memory, long first, int columns, int count) {
        int stride = stride(columns);
        long[] rows = new long[count];
        for (int y = 0; y < count; y++) {
            rows[y] = first + (long) y * stride;
        }
        return new Plane(memory, rows, columns, stride);
    }

    /** The packed pixels. */
    MemorySegment pixels(MemorySegment memory, long start) {
        return memory.asSlice(start, (long) PIXEL_BYTES * width * height);
    }

    /** Where a row of packed pixels starts in {@link #pixels}. */
    long pixelRow(int y) {
        return (long) PIXEL_BYTES * width * y;
    }

    /** A plane of full height that is one and the same opaque row; it must have been filled. */
    Plane opaque(MemorySegment memory, long start) {
        long[] rows = new long[height];
        Arrays.fill(rows, start + opaqueStart());
        return new Plane(memory, rows, width, 0);
    }
}
