package dev.quarry.operation;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import java.util.stream.IntStream;

/**
 * JPEG's colours as red, green and blue. Subsampled chroma is brought to full size linearly, which is the triangle filter
 * of libjpeg's fancy upsampling.
 */
record YcbcrToRgb() implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture;
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.withModel(ColorModel.RGB);
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return input.subsampling() == ChromaSubsampling.S444 && input.isAligned();
    }

    @Override
    public long scratchBytes(ImageSpec input, StorageCost cost) {
        return IntStream.range(0, doubles(input) ? 1 : 3)
                .mapToLong(b -> passes(input, b).scratchBytes(cost))
                .max()
                .orElseThrow();
    }

    /** Whether chroma is on JPEG's grid of 4:2:0, which has a kernel of its own. */
    private static boolean doubles(ImageSpec input) {
        return input.subsampling() == ChromaSubsampling.S420 && input.isAligned();
    }

    private static ResamplePasses passes(ImageSpec input, int band) {
        return Conform.passes(input.planes().get(band), PlaneSpec.of(input.width(), input.height()));
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        long chroma = passes(input, 1).cpuNanos() + passes(input, 2).cpuNanos();
        return chroma + TransformCost.pass(outputSpec(input).samples());
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        if (worksInPlace(input.spec())) {
            return OperationContext.reuse(input, () -> {
                convert(input.plane(0), input, context);
                return input.leading(ColorModel.RGB);
            });
        }
        return context.produce(input, outputSpec(input.spec()), result -> {
            for (int band = 1; band < 3; band++) {
                chroma(input, result, band, context);
            }
            convert(luma(input, result, context), result, context);
        });
    }

    /** Full chroma; that of an aligned 4:2:0 picture in one pass with one rounding, any other in two. */
    private static void chroma(Image input, Image result, int band, OperationContext context) {
        Plane source = input.plane(band);
        Plane target = result.plane(band);
        if (doubles(input.spec())) {
            context.inBands(
                    target.height(), (from, to) -> context.kernels().convert().doubleChroma(source, target, from, to));
        } else {
            passes(input.spec(), band).run(source, target, context);
        }
    }

    /** Full luma: a view of the input's where its samples are the picture's pixels. */
    private static Plane luma(Image input, Image result, OperationContext context) {
        ResamplePasses passes = passes(input.spec(), 0);
        if (passes.isIdentity()) {
            return input.plane(0).view(passes.view());
        }
        passes.run(input.plane(0), result.plane(0), context);
        return result.plane(0);
    }

    /** Writes red, green and blue over {@code image}'s planes, of which the last two hold chroma. */
    private static void convert(Plane luma, Image image, OperationContext context) {
        Plane red = image.plane(0);
        Plane green = image.plane(1);
        Plane blue = image.plane(2);
        context.inBands(
                image.height(),
                (from, to) -> context.kernels().convert().ycbcrToRgb(luma, green, blue, red, green, blue, from, to));
    }
}
