package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A border around the picture.
 *
 * @param top rows above
 * @param right columns on the right
 * @param bottom rows below
 * @param left columns on the left
 * @param background its colour, null for transparent where the image has alpha, else white
 */
public record Pad(
        int top, int right, int bottom, int left, @Nullable Color background) implements Operation {

    private static final Parameter<Integer> TOP =
            Parameters.distance("top", "rows above").orElse(0);
    private static final Parameter<Integer> RIGHT =
            Parameters.distance("right", "columns on the right").orElse(0);
    private static final Parameter<Integer> BOTTOM =
            Parameters.distance("bottom", "rows below").orElse(0);
    private static final Parameter<Integer> LEFT =
            Parameters.distance("left", "columns on the left").orElse(0);
    private static final Parameter<Color> BACKGROUND = Parameters.background("the colour of the border");

    static final OperationType<Pad> TYPE = new OperationType<>(
            "pad",
            "Puts a border around the picture.",
            List.of(TOP, RIGHT, BOTTOM, LEFT, BACKGROUND),
            PrimaryForm.forAll("N", TOP, RIGHT, BOTTOM, LEFT),
            arguments -> new Pad(
                    arguments.get(TOP),
                    arguments.get(RIGHT),
                    arguments.get(BOTTOM),
                    arguments.get(LEFT),
                    arguments.find(BACKGROUND)));

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return Extend.of(top, right, bottom, left, Color.orDefault(background, picture));
    }
}
