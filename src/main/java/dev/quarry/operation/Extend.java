package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.kernel.PointKernel;
import java.util.List;

/**
 * The picture on a larger canvas, whose border has one colour.
 *
 * @param top rows above, ≥ 0
 * @param right columns on the right, ≥ 0
 * @param bottom rows below, ≥ 0
 * @param left columns on the left, ≥ 0
 * @param background the border; where it is translucent the result has alpha
 */
public record Extend(int top, int right, int bottom, int left, Color background) implements Transform {

    /** The border as the transforms of an operation: none where there is no border. */
    static List<Transform> of(int top, int right, int bottom, int left, Color background) {
        return (top | right | bottom | left) == 0
                ? List.of()
                : List.of(new Extend(top, right, bottom, left, background));
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.holding(background, picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        ImageSpec larger = ImageSpec.of(
                Lengths.saturated((long) left + input.width() + right),
                Lengths.saturated((long) top + input.height() + bottom),
                input.model());
        return Shapes.letting(background, larger);
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return context.produce(input, outputSpec(input.spec()), result -> {
            int[] border = background.samples(result.spec().model());
            PointKernel kernel = context.kernels().point();
            Rect place = new Rect(left, top, input.width(), input.height());
            for (int band = 0; band < border.length; band++) {
                Plane canvas = result.plane(band);
                Plane inside = canvas.view(place);
                int value = border[band];
                context.inBands(canvas.height(), (from, to) -> kernel.fill(canvas, value, from, to));
                if (band < input.planes().size()) {
                    Plane source = input.plane(band);
                    context.inBands(inside.height(), (from, to) -> kernel.copy(source, inside, from, to));
                } else {
                    context.inBands(inside.height(), (from, to) -> kernel.fill(inside, 255, from, to));
                }
            }
        });
    }
}
