package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Rect;
import dev.quarry.kernel.ResampleFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The same picture with its planes on another grid: chroma of another subsampling, planes that lie at fractions of a
 * sample. An axis that shrinks takes the mean of what it covers, any other is linear between samples.
 *
 * @param target the shape, of the same size and model
 */
record Conform(ImageSpec target) implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture;
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return target;
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return hasSpareRows(input)
                && bands().allMatch(b -> {
                    ResamplePasses passes = passes(input, b);
                    return passes.isIdentity() || passes.canOverwriteSource();
                });
    }

    /** Whether the input's luma has the rows beyond the picture that codecs expect of the target's. */
    private boolean hasSpareRows(ImageSpec input) {
        return target.rowShapes().getFirst().rows() <= input.planes().getFirst().height();
    }

    @Override
    public long scratchBytes(ImageSpec input, StorageCost cost) {
        return bands().mapToLong(b -> passes(input, b).scratchBytes(cost)).max().orElseThrow();
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        return bands().mapToLong(b -> passes(input, b).cpuNanos()).sum();
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        if (worksInPlace(input.spec())) {
            return OperationContext.reuse(input, () -> inPlace(input, context));
        }
        return context.produce(
                input,
                target,
                result -> bands().forEach(b -> passes(input.spec(), b).run(input.plane(b), result.plane(b), context)));
    }

    private Image inPlace(Image input, OperationContext context) {
        List<Plane> planes = new ArrayList<>();
        for (int band = 0; band < target.planes().size(); band++) {
            ResamplePasses passes = passes(input.spec(), band);
            Plane source = input.plane(band);
            PlaneSpec shape = target.planes().get(band);
            if (passes.isIdentity()) {
                planes.add(source.view(passes.view()));
            } else {
                Plane corner = source.view(new Rect(0, 0, shape.width(), shape.height()));
                passes.run(source, corner, context);
                planes.add(corner);
            }
        }
        return input.reshaped(target, planes);
    }

    private IntStream bands() {
        return IntStream.range(0, target.model().bands());
    }

    private ResamplePasses passes(ImageSpec input, int band) {
        return passes(input.planes().get(band), target.planes().get(band));
    }

    /** The passes from one plane to another that shows the same picture. */
    static ResamplePasses passes(PlaneSpec source, PlaneSpec target) {
        return ResamplePasses.of(
                filtered(ResampleAxis.across(ResampleFilter.BILINEAR, source, target)),
                filtered(ResampleAxis.down(ResampleFilter.BILINEAR, source, target)));
    }

    private static ResampleAxis filtered(ResampleAxis axis) {
        return axis.scale() > 1 ? axis.with(ResampleFilter.BOX) : axis;
    }
}
