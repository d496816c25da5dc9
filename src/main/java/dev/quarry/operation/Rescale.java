package dev.quarry.operation;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Rect;
import dev.quarry.kernel.ResampleFilter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The picture in another size, of which a part is kept: the same as scaling first and cutting then, but what is cut away is
 * not computed. Each plane is resampled from its exact window to the standard grid of the result.
 *
 * <p>Images with alpha are resampled premultiplied, so that an edge keeps its hue; {@code NEAREST} mixes no samples.
 *
 * @param scaledWidth width of the whole scaled picture
 * @param scaledHeight height of the whole scaled picture
 * @param kept the part of the scaled picture that is the result
 * @param filter how samples are weighed
 * @param subsampling of the result's chroma, for {@code YCBCR}
 */
public record Rescale(
        long scaledWidth, long scaledHeight, Rect kept, ResampleFilter filter, ChromaSubsampling subsampling)
        implements Transform {

    /** The same with other chroma. */
    public Rescale with(ChromaSubsampling other) {
        return new Rescale(scaledWidth, scaledHeight, kept, filter, other);
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture;
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.model() == ColorModel.YCBCR
                ? ImageSpec.ycbcr(kept.width(), kept.height(), subsampling)
                : ImageSpec.of(kept.width(), kept.height(), input.model());
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return bands(input).allMatch(b -> passes(input, b).isIdentity());
    }

    @Override
    public long scratchBytes(ImageSpec input, StorageCost cost) {
        return bands(input)
                .mapToLong(b -> passes(input, b).scratchBytes(cost))
                .max()
                .orElseThrow();
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        long mixing = input.model().hasAlpha()
                ? TransformCost.pass(input.samples() + outputSpec(input).samples())
                : 0;
        return mixing + bands(input).mapToLong(b -> passes(input, b).cpuNanos()).sum();
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        if (worksInPlace(input.spec())) {
            return OperationContext.reuse(input, () -> input.reshaped(outputSpec(input.spec()), views(input)));
        }
        boolean premultiplied = input.spec().model().hasAlpha() && filter != ResampleFilter.NEAREST;
        return context.produce(input, outputSpec(input.spec()), result -> {
            if (premultiplied) {
                Premultiplication.apply(input, context);
            }
            bands(input.spec()).forEach(b -> passes(input.spec(), b).run(input.plane(b), result.plane(b), context));
            if (premultiplied) {
                Premultiplication.undo(result, context);
            }
        });
    }

    private List<Plane> views(Image input) {
        return bands(input.spec())
                .mapToObj(b -> input.plane(b).view(passes(input.spec(), b).view()))
                .toList();
    }

    private static IntStream bands(ImageSpec input) {
        return IntStream.range(0, input.model().bands());
    }

    private ResamplePasses passes(ImageSpec input, int band) {
        PlaneSpec source = input.planes().get(band);
        PlaneSpec target = outputSpec(input).planes().get(band);
        return ResamplePasses.of(
                ResampleAxis.across(filter, source, target).part(kept.x(), kept.width(), scaledWidth),
                ResampleAxis.down(filter, source, target).part(kept.y(), kept.height(), scaledHeight));
    }
}
