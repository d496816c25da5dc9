package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import java.util.List;

/**
 * A turn or mirroring by right angles, exact to the sample.
 *
 * @param orientation what is done
 */
public record Turn(Orientation orientation) implements Transform {

    /** The turn as the transforms of an operation: none where nothing moves. */
    public static List<Transform> of(Orientation orientation) {
        return orientation == Orientation.NONE ? List.of() : List.of(new Turn(orientation));
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture;
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.oriented(orientation);
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        return TransformCost.turn(input.samples());
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return context.produce(input, outputSpec(input.spec()), result -> {
            for (int band = 0; band < result.planes().size(); band++) {
                Plane source = input.plane(band);
                Plane target = result.plane(band);
                context.inBands(
                        target.height(),
                        (from, to) -> context.kernels()
                                .orient()
                                .orient(source, target, orientation, from, to, context.scratch()));
            }
        });
    }
}
