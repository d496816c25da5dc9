package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.kernel.AlphaKernel;

/** Colour times alpha, in place, so that mixing samples does not mix in colour that nobody sees. */
final class Premultiplication {

    private Premultiplication() {}

    static void apply(Image image, OperationContext context) {
        AlphaKernel kernel = context.kernels().alpha();
        Plane alpha = image.planes().getLast();
        context.inBands(image.height(), (from, to) -> {
            for (Plane color : image.planes().subList(0, image.planes().size() - 1)) {
                kernel.premultiply(color, alpha, from, to);
            }
        });
    }

    static void undo(Image image, OperationContext context) {
        AlphaKernel kernel = context.kernels().alpha();
        Plane alpha = image.planes().getLast();
        context.inBands(image.height(), (from, to) -> {
            for (Plane color : image.planes().subList(0, image.planes().size() - 1)) {
                kernel.unpremultiply(color, alpha, from, to);
            }
        });
    }
}
