package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.kernel.RotateKernel.AffineMap;
import dev.quarry.kernel.RotateKernel.Interpolation;
import dev.quarry.storage.RowLease;
import dev.quarry.storage.RowShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A turn about the centre by an angle that is no multiple of 90 degrees, onto a canvas that holds the whole result, as
 * Pillow's {@code Image.rotate(expand=True)}.
 *
 * <p>Images with alpha, and all images on a translucent ground, are turned premultiplied; the result then has alpha.
 *
 * @param degrees clockwise
 * @param filter how a point between samples is read
 * @param background the corners
 */
public record Rotation(double degrees, Interpolation filter, Color background) implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.holding(background, picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        double cos = cosine();
        double sin = sine();
        double acrossHalf = (input.width() * Math.abs(cos) + input.height() * Math.abs(sin)) / 2;
        double downHalf = (input.width() * Math.abs(sin) + input.height() * Math.abs(cos)) / 2;
        ImageSpec canvas = ImageSpec.of(
                length(input.width() / 2.0, acrossHalf), length(input.height() / 2.0, downHalf), input.model());
        return Shapes.letting(background, canvas);
    }

    private static int length(double centre, double half) {
        return Lengths.saturated((long) (Math.ceil(centre + half) - Math.floor(centre - half)));
    }

    // Fifteen digits, so that 60 degrees have a cosine of one half and no corner lies a hair outside a pixel.
    private double cosine() {
        return Math.rint(Math.cos(Math.toRadians(degrees)) * 1e15) / 1e15;
    }

    private double sine() {
        return Math.rint(Math.sin(Math.toRadians(degrees)) * 1e15) / 1e15;
    }

    /** From points of the canvas to points of the picture, both about their centres. */
    private AffineMap map(ImageSpec input, ImageSpec canvas) {
        double cos = cosine();
        double sin = sine();
        double x = canvas.width() / 2.0;
        double y = canvas.height() / 2.0;
        return new AffineMap(
                cos, sin, input.width() / 2.0 - cos * x - sin * y, -sin, cos, input.height() / 2.0 + sin * x - cos * y);
    }

    @Override
    public long scratchBytes(ImageSpec input, StorageCost cost) {
        return gainsAlpha(input) ? cost.temporary(input.width(), 1) : 0;
    }

    private boolean gainsAlpha(ImageSpec input) {
        return outputSpec(input).model() != input.model();
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        return TransformCost.rotation(outputSpec(input).samples(), filter);
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return context.produce(input, outputSpec(input.spec()), result -> {
            boolean premultiplied = result.spec().model().hasAlpha();
            if (input.spec().model().hasAlpha() && filter != Interpolation.NEAREST) {
                Premultiplication.apply(input, context);
            }
            int[] outside = background.samples(result.spec().model());
            if (premultiplied && filter != Interpolation.NEAREST) {
                for (int band = 0; band < outside.length - 1; band++) {
                    outside[band] = (outside[band] * background.alpha() + 127) / 255;
                }
            }
            if (gainsAlpha(input.spec())) {
                turnWithOpaque(input, result, outside, context);
            } else {
                turn(input.planes(), input.spec(), result, outside, context);
            }
            if (premultiplied && filter != Interpolation.NEAREST) {
                Premultiplication.undo(result, context);
            }
        });
    }

    private void turn(List<Plane> sources, ImageSpec input, Image result, int[] outside, OperationContext context) {
        AffineMap map = map(input, result.spec());
        context.inBands(
                result.height(),
                (from, to) -> context.kernels()
                        .rotate()
                        .rotate(sources, result.planes(), map, filter, outside, from, to, context.scratch()));
    }

    /** With alpha for a picture that has none: one full row, seen again and again. */
    private void turnWithOpaque(Image input, Image result, int[] outside, OperationContext context) {
        try (RowLease lease = context.scope().allocateRows(List.of(new RowShape(input.width(), 1)), false)) {
            long[] rows = new long[input.height()];
            Arrays.fill(rows, lease.rows(0)[0]);
            Plane opaque =
                    new Plane(context.scope().memory(), rows, input.width(), lease.strideBytes(0), lease.liveness());
            context.kernels().point().fill(opaque, 255, 0, 1);
            List<Plane> sources =
                    Stream.concat(input.planes().stream(), Stream.of(opaque)).toList();
            turn(sources, input.spec(), result, outside, context);
        }
    }
}
