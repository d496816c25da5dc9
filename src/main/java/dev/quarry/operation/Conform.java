package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.PlaneSpec;
import dev.quarry.kernel.ResampleFilter;
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
        return bands().allMatch(b -> passes(input, b).isIdentity());
    }

    @Override
    public long scratchBytes(ImageSpec input, StorageCost cost) {
        return bands().mapToLong(b -> passes(input, b).scratchBytes(cost)).max().orElseThrow();
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        if (worksInPlace(input.spec())) {
            return OperationContext.reuse(
                    input,
                    () -> input.reshaped(
                            target,
                            bands().mapToObj(b -> input.plane(b)
                                            .view(passes(input.spec(), b).view()))
                                    .toList()));
        }
        return context.produce(
                input,
                target,
                result -> bands().forEach(b -> passes(input.spec(), b).run(input.plane(b), result.plane(b), context)));
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
