package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.util.List;

/**
 * The picture without colour: Rec. 601 luma, rounded half up. A {@code YCBCR} picture has it as its first plane, which is
 * kept as it is.
 */
public record Grayscale() implements Operation, Transform {

    static final OperationType<Grayscale> TYPE = OperationType.plain(
            "grayscale", "Drops colour; the result has one band, and alpha where there was any.", new Grayscale());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return picture.model().isGray() ? List.of() : List.of(this);
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture.model() == ColorModel.YCBCR ? picture : Shapes.pixels(picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        ColorModel gray = grayOf(input);
        return new ImageSpec(
                input.width(),
                input.height(),
                gray,
                input.withModel(gray).subsampling(),
                input.planes().subList(0, gray.bands()));
    }

    private static ColorModel grayOf(ImageSpec input) {
        return input.model().hasAlpha() ? ColorModel.GRAY_ALPHA : ColorModel.GRAY;
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> {
            if (input.spec().model() != ColorModel.YCBCR) {
                mix(input, context);
            }
            return input.leading(grayOf(input.spec()));
        });
    }

    /** Luma into the first plane; alpha, where there is any, into the second. */
    private static void mix(Image input, OperationContext context) {
        Plane red = input.plane(0);
        Plane green = input.plane(1);
        Plane blue = input.plane(2);
        context.inBands(input.height(), (from, to) -> {
            context.kernels().convert().rgbToGray(red, green, blue, red, from, to);
            if (input.spec().model().hasAlpha()) {
                context.kernels().point().copy(input.plane(3), green, from, to);
            }
        });
    }
}
