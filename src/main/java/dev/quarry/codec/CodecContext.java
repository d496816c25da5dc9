package dev.quarry.codec;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.RowBands;
import dev.quarry.storage.StorageScope;
import java.util.function.Consumer;

/**
 * What a codec works with.
 *
 * @param scope where planes and temporary blocks come from
 * @param kernels for (de)interleaving and conversion
 * @param checkpoint called between rows or passes where the library allows; throws to stop the work
 */
public record CodecContext(StorageScope scope, Kernels kernels, Runnable checkpoint) {

    /**
     * A new image that {@code pixels} fills; when that throws, the image's memory is given back.
     *
     * @param contiguous whether each plane must be one piece
     */
    public Image image(ImageSpec spec, boolean contiguous, Consumer<Image> pixels) {
        Image image = Image.allocate(scope, spec, contiguous);
        boolean filled = false;
        try {
            pixels.accept(image);
            filled = true;
            return image;
        } finally {
            if (!filled) {
                image.close();
            }
        }
    }

    /** Asks the checkpoint each time that a band of rows is complete; {@code row} counts from 0. */
    public void checkpoint(int row) {
        if (RowBands.STANDARD.startsAt(row)) {
            checkpoint.run();
        }
    }

    /** Works on {@code rows} rows band by band and asks the checkpoint before each band. */
    public void inBands(int rows, RowBands.RowWork work) {
        RowBands.STANDARD.forEach(rows, checkpoint, work);
    }
}
