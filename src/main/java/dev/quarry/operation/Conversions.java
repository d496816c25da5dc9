package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;
import java.util.ArrayList;
import java.util.List;

/** The ways from one shape of a picture to another of the same size; what the planner puts between steps. */
public final class Conversions {

    private Conversions() {}

    /**
     * The transforms that turn {@code have} into {@code want}, none where they are equal. Alpha that {@code want} has not is
     * flattened on white.
     */
    public static List<Transform> between(ImageSpec have, ImageSpec want) {
        List<Transform> way = new ArrayList<>();
        ImageSpec current = have;
        while (!current.equals(want)) {
            Transform next = current.model() == want.model() ? new Conform(want) : towards(want.model(), current);
            way.add(next);
            current = next.outputSpec(current);
        }
        return way;
    }

    private static Transform towards(ColorModel model, ImageSpec current) {
        if (model == ColorModel.CMYK) {
            throw new IllegalArgumentException("no conversion from " + current.model() + " to " + model);
        }
        return switch (current.model()) {
            case YCBCR -> model.isGray() ? new Grayscale() : new YcbcrToRgb();
            case CMYK -> current.isAligned() ? new CmykToRgb() : new Conform(current.aligned());
            case GRAY, GRAY_ALPHA, RGB, RGBA ->
                current.isAligned() ? fromPixels(model, current.model()) : new Conform(current.aligned());
        };
    }

    private static Transform fromPixels(ColorModel model, ColorModel current) {
        if (current.hasAlpha() && !model.hasAlpha()) {
            return new Flatten(Color.WHITE);
        }
        if (model.isGray() && !current.isGray()) {
            return new Grayscale();
        }
        if (model == ColorModel.YCBCR) {
            return current.isGray() ? new Widen(ColorModel.RGB) : new RgbToYcbcr();
        }
        return new Widen(model);
    }
}
