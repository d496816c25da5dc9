package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.util.List;

/**
 * The picture on a coloured ground, without alpha.
 *
 * @param background the ground, opaque
 */
public record Flatten(Color background) implements Operation, Transform {

    private static final Parameter<Color> BACKGROUND = Parameter.of(
                    "background", new ParameterKind.ColorValue(true), "what shows through")
            .orElse(Color.WHITE);

    static final OperationType<Flatten> TYPE = new OperationType<>(
            "flatten",
            "Puts the picture on a coloured ground and drops alpha.",
            List.of(BACKGROUND),
            PrimaryForm.of(BACKGROUND),
            arguments -> new Flatten(arguments.get(BACKGROUND)));

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return picture.model().hasAlpha() ? List.of(this) : List.of();
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.holding(background, picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.withModel(input.model().withoutAlpha());
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> {
            int[] samples = background.samples(input.spec().model());
            Plane alpha = input.planes().getLast();
            context.inBands(input.height(), (from, to) -> {
                for (int band = 0; band < samples.length - 1; band++) {
                    context.kernels().alpha().flatten(input.plane(band), alpha, samples[band], from, to);
                }
            });
            return input.leading(input.spec().model().withoutAlpha());
        });
    }
}
