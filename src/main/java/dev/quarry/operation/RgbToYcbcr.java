package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;

/** Red, green and blue as JPEG's colours, 4:4:4, in place. */
record RgbToYcbcr() implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return Shapes.pixels(picture);
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.withModel(ColorModel.YCBCR);
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> {
            Plane first = input.plane(0);
            Plane second = input.plane(1);
            Plane third = input.plane(2);
            context.inBands(
                    input.height(),
                    (from, to) -> context.kernels()
                            .convert()
                            .rgbToYcbcr(first, second, third, first, second, third, from, to));
            return input.leading(ColorModel.YCBCR);
        });
    }
}
