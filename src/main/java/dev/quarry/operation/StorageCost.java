package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.RowShape;
import java.util.List;

/**
 * What pictures cost in storage.
 *
 * @param storage whose block sizes count
 * @param contiguous whether each plane of an image is one piece
 */
public record StorageCost(BlockStorage storage, boolean contiguous) {

    /** The bytes that an image takes. */
    public long image(ImageSpec spec) {
        return storage.bytesForRows(spec.rowShapes(), contiguous);
    }

    /** The bytes that a temporary plane takes. */
    long temporary(int width, int rows) {
        return storage.bytesForRows(List.of(new RowShape(width, rows)), false);
    }
}
