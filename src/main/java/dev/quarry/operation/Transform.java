package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;

/**
 * A change of pixels that can be planned and run: what operations and conversions are made of.
 *
 * <p>Sizes that it names are those of the picture; the planes may hold the picture at another resolution, and their windows
 * say so.
 */
public interface Transform {

    /** The shape that {@link #apply} wants for a picture that has this shape; the same where any will do. */
    ImageSpec inputSpec(ImageSpec picture);

    /**
     * The shape that {@link #apply} gives.
     *
     * @throws UnprocessableImageException when it cannot be done with such a picture
     */
    ImageSpec outputSpec(ImageSpec input);

    /** Whether the result lies in the input's memory. */
    default boolean worksInPlace(ImageSpec input) {
        return false;
    }

    /** The most storage that {@link #apply} takes beside its input and its result at one time, in bytes. */
    default long scratchBytes(ImageSpec input, StorageCost cost) {
        return 0;
    }

    /**
     * The CPU time that {@link #apply} will probably take, in nanoseconds on the machine of the cost benchmark; by default
     * that of reading the input and writing the result once.
     */
    default long cpuNanos(ImageSpec input) {
        return worksInPlace(input)
                ? TransformCost.change(input.samples())
                : TransformCost.pass(input.samples() + outputSpec(input).samples());
    }

    /**
     * Runs it. The input is consumed: its memory is given back or passed on to the result, and given back also when this
     * throws.
     *
     * @param input of a shape that {@link #inputSpec} gives
     */
    Image apply(Image input, OperationContext context);
}
