package dev.quarry.codec.jpeg;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import dev.quarry.storage.Block;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One JPEG being decoded by libturbojpeg, on one thread. */
final class TurboDecompression implements AutoCloseable {

    private final LibTurboJpeg turbo;
    private final MemorySegment jpeg;
    private final ImageHeader header;
    private final boolean marked;
    private final MemorySegment handle;

    /** {@code marked} tells whether the end marker is the file's own. */
    TurboDecompression(LibTurboJpeg turbo, MemorySegment jpeg, ImageHeader header, boolean marked) {
        this.turbo = turbo;
        this.jpeg = jpeg;
        this.header = header;
        this.marked = marked;
        this.handle = turbo.initDecompress();
        if (handle.address() == 0) {
            throw new StorageExhaustedException("libturbojpeg found no memory to start", 0, 0);
        }
    }

    /** Decodes into the planes of a grey or YCbCr image, each in one piece. */
    void intoPlanes(Image image) {
        try (NativeFrame frame = new NativeFrame()) {
            // The library writes as many samples as its own header tells: that must be what the planes were made for.
            int expected = TurboSubsampling.of(header).orElseThrow();
            if (readHeader(frame) != expected) {
                throw new CorruptImageException("The JPEG is damaged: its header contradicts itself.");
            }
            int bands = image.planes().size();
            MemorySegment[] starts = new MemorySegment[bands];
            int[] strides = new int[bands];
            for (int band = 0; band < bands; band++) {
                Plane plane = image.plane(band);
                starts[band] = plane.memory().asSlice(plane.row(0), 0);
                strides[band] = plane.strideBytes();
            }
            PlaneSpec luma = image.spec().planes().getFirst();
            check(turbo.decompressToYuvPlanes(
                    handle,
                    jpeg,
                    frame.pointers(starts),
                    luma.width(),
                    frame.ints(strides),
                    luma.height(),
                    LibTurboJpeg.FLAG_LIMIT_SCANS));
        }
    }

    /** Decodes into interleaved RGB or CMYK in a temporary block, then spreads it over the planes. */
    void intoPixels(Image image, CodecContext context) {
        try (NativeFrame frame = new NativeFrame()) {
            readHeader(frame);
        }
        PlaneSpec plane = image.spec().planes().getFirst();
        boolean cmyk = image.spec().model() == ColorModel.CMYK;
        long rowBytes = (long) plane.width() * image.planes().size();
        try (Block block = context.scope().allocate(rowBytes * plane.height())) {
            MemorySegment memory = context.scope().memory();
            check(turbo.decompress2(
                    handle,
                    jpeg,
                    memory.asSlice(block.offset(), rowBytes * plane.height()),
                    plane.width(),
                    plane.height(),
                    cmyk ? LibTurboJpeg.PIXELS_CMYK : LibTurboJpeg.PIXELS_RGB,
                    LibTurboJpeg.FLAG_LIMIT_SCANS));
            for (int y = 0; y < plane.height(); y++) {
                context.checkpoint(y);
                context.kernels().interleave().deinterleave(memory, block.offset() + y * rowBytes, image.planes(), y);
            }
        }
        // Adobe's programs store CMYK as light instead of ink, and say so only by their marker.
        if (cmyk && header.adobeTransform() >= 0) {
            image.planes().forEach(band -> context.kernels().point().invert(band, 0, band.height()));
        }
    }

    /** The subsampling that the library sees, −1 where it has no name for it; the size must be the header's. */
    private int readHeader(NativeFrame frame) {
        MemorySegment width = frame.ints(0);
        MemorySegment height = frame.ints(0);
        MemorySegment subsampling = frame.ints(-1);
        int result = turbo.decompressHeader3(handle, jpeg, width, height, subsampling, frame.ints(-1));
        if (width.get(ValueLayout.JAVA_INT, 0) != header.width()
                || height.get(ValueLayout.JAVA_INT, 0) != header.height()) {
            check(result);
            throw new CorruptImageException("The JPEG is damaged: its header contradicts itself.");
        }
        return subsampling.get(ValueLayout.JAVA_INT, 0);
    }

    private void check(int result) {
        if (result == 0) {
            return;
        }
        String message = turbo.errorMessage(handle);
        // The library tells only its first warning: one that is harmless may hide that the data was cut off.
        if (turbo.isWarning(handle) && JpegMessages.isHarmless(message) && marked) {
            return;
        }
        throw JpegMessages.refusal(message);
    }

    @Override
    public void close() {
        turbo.destroy(handle);
    }
}
