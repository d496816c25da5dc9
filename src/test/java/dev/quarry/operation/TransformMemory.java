package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.StorageScope;

/** What every transform promises about memory, checked on one run. */
final class TransformMemory {

    private TransformMemory() {}

    /** The result, after a check that it has the promised shape and took no more storage than promised. */
    static Image checked(Pictures pictures, Transform transform, Image input, StorageCost cost) {
        ImageSpec before = input.spec();
        long inputBytes = pictures.scope().usedBytes();
        long promised = transform.scratchBytes(before, cost);
        boolean inPlace = transform.worksInPlace(before);
        ImageSpec expected = transform.outputSpec(before);
        if (!inPlace) {
            promised += cost.image(expected);
        }
        // A scope of exactly what is promised refuses anything more.
        try (StorageScope exact = pictures.storage().openScope("exact", promised)) {
            Image result = transform.apply(
                    input,
                    new OperationContext(
                            exact,
                            pictures.context().kernels(),
                            pictures.context().scratch(),
                            pictures.context().weights(),
                            Checkpoint.none(),
                            cost.contiguous()));
            assertEquals(expected, result.spec(), transform + " of " + before);
            if (inPlace) {
                assertEquals(inputBytes, pictures.scope().usedBytes(), "in place");
                return result;
            }
            assertEquals(0, pictures.scope().usedBytes(), "the input is consumed");
            assertEquals(cost.image(expected), exact.usedBytes(), "only the result is left");
            assertTrue(promised <= exact.peakBytes() * 1.3 + 65_536, "promised " + promised);
            return moved(pictures, result);
        }
    }

    /** The picture in the scope of the test. */
    private static Image moved(Pictures pictures, Image image) {
        try (image) {
            return copy(pictures, image);
        }
    }

    private static Image copy(Pictures pictures, Image image) {
        Image copy = Image.allocate(pictures.scope(), image.spec(), false);
        for (int band = 0; band < image.planes().size(); band++) {
            pictures.context()
                    .kernels()
                    .point()
                    .copy(
                            image.plane(band),
                            copy.plane(band),
                            0,
                            image.plane(band).height());
        }
        return copy;
    }

    /** Stops the transform at each of its looks at the checkpoint; each time all its memory must come back. */
    static void stopEverywhere(Pictures pictures, Transform transform, Image example) {
        long before = pictures.scope().usedBytes();
        int[] looks = {0};
        transform
                .apply(copy(pictures, example), pictures.context(() -> looks[0]++))
                .close();
        for (int allowed = 0; allowed < looks[0]; allowed++) {
            int[] left = {allowed};
            OperationContext context = pictures.context(() -> {
                if (left[0]-- == 0) {
                    throw new Stop();
                }
            });
            Image picture = copy(pictures, example);
            assertThrows(Stop.class, () -> transform.apply(picture, context), transform + " at look " + allowed);
            assertEquals(before, pictures.scope().usedBytes(), transform + " stopped at look " + allowed);
        }
    }

    /** What a checkpoint of these tests throws. */
    static final class Stop extends RuntimeException {}
}
