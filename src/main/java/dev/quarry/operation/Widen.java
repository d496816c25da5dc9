package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;

/**
 * The same picture in a model with more bands: luma becomes red, green and blue alike, alpha becomes opaque.
 *
 * @param model {@code RGB}, {@code RGBA} or {@code GRAY_ALPHA}
 */
record Widen(ColorModel model) implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.pixels(picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.withModel(model);
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return context.produce(input, outputSpec(input.spec()), result -> {
            int colors = model.withoutAlpha().bands();
            boolean gray = input.spec().model().isGray();
            for (int band = 0; band < colors; band++) {
                copy(input.plane(gray ? 0 : band), result.plane(band), context);
            }
            if (model.hasAlpha() && input.spec().model().hasAlpha()) {
                copy(input.planes().getLast(), result.planes().getLast(), context);
            } else if (model.hasAlpha()) {
                Plane alpha = result.planes().getLast();
                context.inBands(
                        result.height(), (from, to) -> context.kernels().point().fill(alpha, 255, from, to));
            }
        });
    }

    private static void copy(Plane source, Plane target, OperationContext context) {
        context.inBands(target.height(), (from, to) -> context.kernels().point().copy(source, target, from, to));
    }
}
