package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.RowBands;
import dev.quarry.kernel.Scratch;
import dev.quarry.storage.StorageScope;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a transform works with.
 *
 * @param scope where planes come from
 * @param kernels the pixel loops
 * @param scratch the worker's
 * @param weights the resampling weights used last
 * @param checkpoint asked between row bands
 * @param contiguous whether each plane must be one piece
 * @param bands how many rows lie between two looks at the checkpoint; also what a temporary plane holds
 */
public record OperationContext(
        StorageScope scope,
        Kernels kernels,
        Scratch scratch,
        ResampleWeightsCache weights,
        Checkpoint checkpoint,
        boolean contiguous,
        RowBands bands) {

    /** A context whose bands have the standard height. */
    public OperationContext(
            StorageScope scope,
            Kernels kernels,
            Scratch scratch,
            ResampleWeightsCache weights,
            Checkpoint checkpoint,
            boolean contiguous) {
        this(scope, kernels, scratch, weights, checkpoint, contiguous, RowBands.STANDARD);
    }

    /** Works on {@code rows} rows band by band and asks the checkpoint before each band. */
    void inBands(int rows, RowBands.RowWork work) {
        bands.forEach(rows, checkpoint::check, work);
    }

    /** A new image of this shape that {@code work} fills; closes {@code input}, and the new image too when that fails. */
    Image produce(Image input, ImageSpec shape, Consumer<Image> work) {
        try (input) {
            Image result = Image.allocate(scope, shape, contiguous);
            try {
                work.accept(result);
                return result;
            } catch (RuntimeException | Error e) {
                result.close();
                throw e;
            }
        }
    }

    /** The image that {@code work} makes of {@code input}'s own memory; closes {@code input} when that fails. */
    static Image reuse(Image input, Supplier<Image> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            input.close();
            throw e;
        }
    }
}
