package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.util.List;

/** The negative: 255 − v in each colour band; alpha stays. */
public record Invert() implements Operation, Transform {

    static final OperationType<Invert> TYPE = OperationType.plain("invert", "Makes the negative.", new Invert());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return List.of(this);
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.pixels(picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input;
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> {
            List<Plane> colors = input.planes()
                    .subList(0, input.spec().model().withoutAlpha().bands());
            context.inBands(input.height(), (from, to) -> {
                for (Plane color : colors) {
                    context.kernels().point().invert(color, from, to);
                }
            });
            return input;
        });
    }
}
