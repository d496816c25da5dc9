package dev.quarry.codec.webp;

import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Rect;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;

/** One picture being decoded by libwebp, on one thread. */
final class WebpDecompression implements AutoCloseable {

    // Between two steps the work can be stopped; the library goes on where it was.
    private static final long STEP_BYTES = 256L << 10;

    private final LibWebp webp;
    private final NativeFrame frame = new NativeFrame();
    private final DecoderConfig config = new DecoderConfig(frame.allocate(DecoderConfig.BYTES));
    private final MemorySegment decoder;

    /** {@code output} says where the pixels go. */
    WebpDecompression(LibWebp webp, Output output) {
        this.webp = webp;
        boolean started = false;
        try {
            if (!webp.initDecoderConfig(config.struct())) {
                throw new IllegalStateException("libwebp has other structs than version 1.x");
            }
            output.set(config);
            decoder = webp.incrementalDecode(config.struct());
            if (decoder.address() == 0) {
                throw new StorageExhaustedException("libwebp found no memory to start", 0, 0);
            }
            started = true;
        } finally {
            if (!started) {
                frame.close();
            }
        }
    }

    /** Says where the pixels go. */
    interface Output {
        /** Sets the output of {@code config}. */
        void set(DecoderConfig config);
    }

    /**
     * Decodes all of it.
     *
     * @param chunks the picture's chunks
     * @param place whose size the picture must have
     * @throws CorruptImageException when the data is damaged
     */
    void run(MemorySegment chunks, Rect place, Runnable checkpoint) {
        int status = LibWebp.STATUS_SUSPENDED;
        long given = 0;
        while (status == LibWebp.STATUS_SUSPENDED && given < chunks.byteSize()) {
            checkpoint.run();
            given = Math.min(chunks.byteSize(), given + STEP_BYTES);
            status = webp.incrementalUpdate(decoder, chunks.asSlice(0, given));
        }
        if (status != LibWebp.STATUS_OK) {
            throw refusal(status);
        }
        // The planes were made for the size in our reading of the header: were the library's another, samples would be
        // missing.
        if (config.width() != place.width() || config.height() != place.height()) {
            throw new CorruptImageException("The WebP is damaged: its header contradicts itself.");
        }
    }

    private static ServiceException refusal(int status) {
        return switch (status) {
            case LibWebp.STATUS_OUT_OF_MEMORY ->
                new StorageExhaustedException("libwebp found no memory for this picture", 0, 0);
            case LibWebp.STATUS_SUSPENDED, LibWebp.STATUS_NOT_ENOUGH_DATA ->
                new CorruptImageException("The WebP is damaged: its picture data ends too early.");
            case LibWebp.STATUS_UNSUPPORTED_FEATURE ->
                new CorruptImageException("The WebP is damaged: its picture data asks for what WebP does not have.");
            default -> new CorruptImageException("The WebP is damaged: its picture data is not valid.");
        };
    }

    @Override
    public void close() {
        webp.incrementalDelete(decoder);
        frame.close();
    }
}
