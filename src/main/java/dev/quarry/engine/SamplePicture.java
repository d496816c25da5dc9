package dev.quarry.engine;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.kernel.Kernels;
import dev.quarry.operation.StorageCost;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A small file of one format, with alpha where the format has it.
 *
 * @param format the format
 * @param file the bytes
 * @param scope what they are charged to
 */
record SamplePicture(ImageFormat format, GrowingBuffer file, StorageScope scope) implements AutoCloseable {

    private static final EncodeOptions OPTIONS = new EncodeOptions(80, false, ChromaSubsampling.S420, 1);

    /** A file written by {@code encoder}, three quarters as high as it is wide. */
    static SamplePicture of(Encoder encoder, int width, Kernels kernels, BlockStorage storage) {
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(width, width * 3 / 4, ColorModel.RGBA), OPTIONS);
        long pixelBytes = new StorageCost(storage, encoder.needsContiguousPlanes()).image(spec);
        long scratchBytes = storage.bytesFor(encoder.scratchBytes(spec, OPTIONS));
        long fileBytes = storage.bytesFor(2 * encoder.expectedBytes(spec, OPTIONS));
        StorageScope scope = storage.openScope("warm-up", pixelBytes + scratchBytes + fileBytes);
        try {
            return new SamplePicture(encoder.format(), written(encoder, kernels, spec, scope), scope);
        } catch (RuntimeException | Error failed) {
            scope.close();
            throw failed;
        }
    }

    private static GrowingBuffer written(Encoder encoder, Kernels kernels, ImageSpec spec, StorageScope scope) {
        GrowingBuffer file = scope.growingBuffer(encoder.maxBytes(spec, OPTIONS));
        try (Image image = Image.allocate(scope, spec, encoder.needsContiguousPlanes())) {
            image.planes().forEach(SamplePicture::fill);
            encoder.encode(image, OPTIONS, new byte[0], file, new CodecContext(scope, kernels, () -> {}));
            return file;
        } catch (RuntimeException | Error failed) {
            file.close();
            throw failed;
        }
    }

    /** Slopes with some texture, as photos have; row by row, since sample by sample it is slow in code that is not compiled. */
    private static void fill(Plane plane) {
        byte[] slope = new byte[plane.width() + plane.height()];
        for (int i = 0; i < slope.length; i++) {
            slope[i] = (byte) (i / 3 + i * i % 23);
        }
        for (int y = 0; y < plane.height(); y++) {
            MemorySegment.copy(slope, y, plane.memory(), ValueLayout.JAVA_BYTE, plane.row(y), plane.width());
        }
    }

    /** The whole file. */
    MemorySegment bytes() {
        return file.bytes();
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        file.close();
        scope.close();
    }
}
