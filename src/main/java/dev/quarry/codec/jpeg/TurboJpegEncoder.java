package dev.quarry.codec.jpeg;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * JPEG by libturbojpeg, from planes.
 *
 * <p>The library writes into memory of its own, of the largest possible size: only the pages that it fills count, and no
 * reallocation doubles them. The finished file is copied to the output.
 */
final class TurboJpegEncoder implements Encoder {

    private static final CpuCost COST = CpuCost.of(15_000, 1, 1);
    private static final CpuCost STAGED_COST = CpuCost.of(15_000, 10, 4);
    private static final int MAX_SIDE = 65_500;
    private static final long LIBRARY_BYTES = 256L << 10;
    private static final long ROWS_HELD = 40;
    private static final long POINTER_BYTES_PER_ROW = 24;
    private static final long COEFFICIENT_BYTES = 2;

    private final LibTurboJpeg turbo;

    TurboJpegEncoder(LibTurboJpeg turbo) {
        this.turbo = turbo;
    }

    @Override
    public ImageFormat format() {
        return ImageFormat.JPEG;
    }

    @Override
    public CodecLibrary library() {
        return turbo.library();
    }

    @Override
    public int maxSide() {
        return MAX_SIDE;
    }

    @Override
    public boolean needsContiguousPlanes() {
        return true;
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
        return picture.model().isGray()
                ? picture.withModel(ColorModel.GRAY)
                : ImageSpec.ycbcr(picture.width(), picture.height(), options.chroma());
    }

    @Override
    public long cpuNanos(ImageSpec input, EncodeOptions options) {
        CpuCost cost = options.progressive() ? STAGED_COST : COST;
        return cost.nanos(JpegSizes.expectedBytes(input, options.quality()), input.samples());
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        long rows = LIBRARY_BYTES + ROWS_HELD * input.width() + POINTER_BYTES_PER_ROW * input.height();
        long coefficients = options.progressive() ? COEFFICIENT_BYTES * input.samples() * 21 / 20 : 0;
        return rows + coefficients + expectedBytes(input, options);
    }

    @Override
    public long expectedBytes(ImageSpec input, EncodeOptions options) {
        return JpegSizes.expectedBytes(input, options.quality());
    }

    @Override
    public long maxBytes(ImageSpec input, EncodeOptions options) {
        return Math.max(
                        turbo.bufSize(input.width(), input.height(), subsampling(input)),
                        JpegSizes.expectedBytes(input, options.quality()))
                + JpegProfileWriter.segmentBytes(IccProfile.MAX_BYTES);
    }

    private static int subsampling(ImageSpec input) {
        return input.model() == ColorModel.GRAY
                ? LibTurboJpeg.SUBSAMPLING_GRAY
                : TurboSubsampling.of(input.subsampling()).orElseThrow();
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        context.checkpoint().run();
        if (!image.planes().stream().allMatch(Plane::isContiguous)) {
            throw new IllegalArgumentException("planes in several pieces: " + image.spec());
        }
        padLuma(image);
        MemorySegment handle = turbo.initCompress();
        if (handle.address() == 0) {
            throw new StorageExhaustedException("libturbojpeg found no memory to start", 0, 0);
        }
        try {
            encode(handle, image, options, iccProfile, output);
        } finally {
            turbo.destroy(handle);
        }
        context.checkpoint().run();
    }

    /**
     * Repeats the last luma column and row up to whole chroma samples: the library reads them, and what lay there before
     * must not get into the file.
     */
    private static void padLuma(Image image) {
        ChromaSubsampling subsampling = image.spec().subsampling();
        Plane luma = image.plane(0);
        int width = luma.width();
        int paddedWidth = Math.ceilDiv(width, subsampling.horizontal()) * subsampling.horizontal();
        MemorySegment memory = luma.memory();
        for (int y = 0; y < luma.height() && paddedWidth > width; y++) {
            byte last = memory.get(ValueLayout.JAVA_BYTE, luma.row(y) + width - 1);
            memory.asSlice(luma.row(y) + width, paddedWidth - width).fill(last);
        }
        long lastRow = luma.row(luma.height() - 1);
        int paddedHeight = Math.ceilDiv(luma.height(), subsampling.vertical()) * subsampling.vertical();
        for (int spare = 1; spare <= paddedHeight - luma.height(); spare++) {
            MemorySegment.copy(memory, lastRow, memory, lastRow + (long) spare * luma.strideBytes(), paddedWidth);
        }
    }

    private void encode(
            MemorySegment handle, Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output) {
        int subsampling = subsampling(image.spec());
        // What the result seldom exceeds, as planned: the most that it can have is ten times as much. The library takes
        // a
        // larger buffer when it must.
        long expected = Math.min(Integer.MAX_VALUE, JpegSizes.expectedBytes(image.spec(), options.quality()));
        MemorySegment buffer = turbo.alloc((int) expected);
        if (buffer.address() == 0) {
            throw new StorageExhaustedException("libturbojpeg found no memory for the result", expected, expected);
        }
        try (NativeFrame frame = new NativeFrame()) {
            MemorySegment pointer = frame.pointers(buffer);
            MemorySegment size = frame.allocate(Long.BYTES);
            size.set(ValueLayout.JAVA_LONG, 0, expected);
            try {
                int result = turbo.compressFromYuvPlanes(
                        handle,
                        planes(image, frame),
                        image.width(),
                        frame.ints(image.planes().stream()
                                .mapToInt(Plane::strideBytes)
                                .toArray()),
                        image.height(),
                        subsampling,
                        pointer,
                        size,
                        options.quality(),
                        flags(options));
                if (result != 0) {
                    throw new IllegalStateException("libturbojpeg: " + turbo.errorMessage(handle));
                }
                MemorySegment jpeg =
                        pointer.get(ValueLayout.ADDRESS, 0).reinterpret(size.get(ValueLayout.JAVA_LONG, 0));
                write(jpeg, iccProfile, output);
            } finally {
                turbo.free(pointer.get(ValueLayout.ADDRESS, 0));
            }
        }
    }

    private static MemorySegment planes(Image image, NativeFrame frame) {
        return frame.pointers(image.planes().stream()
                .map(plane -> plane.memory().asSlice(plane.row(0), 0))
                .toArray(MemorySegment[]::new));
    }

    private static int flags(EncodeOptions options) {
        return LibTurboJpeg.FLAG_ACCURATE_DCT | (options.progressive() ? LibTurboJpeg.FLAG_PROGRESSIVE : 0);
    }

    private static void write(MemorySegment jpeg, byte[] iccProfile, GrowingBuffer output) {
        if (iccProfile.length == 0) {
            output.append(jpeg);
        } else {
            JpegProfileWriter.append(jpeg, iccProfile, output);
        }
    }
}
