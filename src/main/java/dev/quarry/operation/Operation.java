package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import java.util.List;

/**
 * One step of a pipeline as a client names it, with its parameters.
 *
 * <p>A new operation is one record with a static {@link OperationType} named {@code TYPE}, and one word in the permits
 * clause. Where it says itself how pixels change, it is a {@link Transform} too.
 */
public sealed interface Operation
        permits Resize, Crop, Pad, Rotate, Flip, Flop, Transpose, Transverse, Flatten, Grayscale, Invert {

    /** The descriptor. */
    OperationType<?> type();

    /**
     * What is done to the pixels of a picture of this shape, in order; empty where nothing changes.
     *
     * @throws UnprocessableImageException when it cannot be done with such a picture
     */
    List<Transform> transforms(ImageSpec picture);
}
