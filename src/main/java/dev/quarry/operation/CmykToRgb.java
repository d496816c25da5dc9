package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;

/** Ink as red, green and blue, in place. */
record CmykToRgb() implements Transform {

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture.aligned();
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.withModel(ColorModel.RGB);
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> {
            Plane cyan = input.plane(0);
            Plane magenta = input.plane(1);
            Plane yellow = input.plane(2);
            Plane black = input.plane(3);
            context.inBands(
                    input.height(),
                    (from, to) -> context.kernels()
                            .convert()
                            .cmykToRgb(cyan, magenta, yellow, black, cyan, magenta, yellow, from, to));
            return input.leading(ColorModel.RGB);
        });
    }
}
