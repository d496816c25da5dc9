package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.kernel.RotateKernel.Interpolation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A turn by any angle; multiples of 90 degrees are exact.
 *
 * @param degrees clockwise
 * @param filter how a point between samples is read
 * @param background the corners, null for transparent where the image has alpha, else white
 */
public record Rotate(
        double degrees, Interpolation filter, @Nullable Color background) implements Operation {

    private static final Parameter<Double> DEGREES = Parameter.of(
                    "degrees",
                    new ParameterKind.RealNumber(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
                    "the angle, clockwise; multiples of 90 are exact")
            .mandatory()
            .in("degrees");
    private static final Parameter<Interpolation> FILTER = Parameter.of(
                    "filter",
                    ParameterKind.Word.of(Interpolation.values(), i -> i.name().toLowerCase(Locale.ROOT)),
                    "how a point between samples is read")
            .orElse(Interpolation.BICUBIC);
    private static final Parameter<Color> BACKGROUND = Parameters.background("the colour of the corners");

    static final OperationType<Rotate> TYPE = new OperationType<>(
            "rotate",
            "Turns the picture clockwise; the canvas grows to hold all of it.",
            List.of(DEGREES, FILTER, BACKGROUND),
            PrimaryForm.of(DEGREES),
            arguments -> new Rotate(arguments.get(DEGREES), arguments.get(FILTER), arguments.find(BACKGROUND)));

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        double turn = degrees % 360 + (degrees % 360 < 0 ? 360 : 0);
        if (turn % 90 != 0) {
            return List.of(new Rotation(turn, filter, Color.orDefault(background, picture)));
        }
        return Turn.of(
                switch ((int) turn / 90 % 4) {
                    case 1 -> Orientation.ROTATE_90;
                    case 2 -> Orientation.ROTATE_180;
                    case 3 -> Orientation.ROTATE_270;
                    default -> Orientation.NONE;
                });
    }
}
