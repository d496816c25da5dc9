package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Rect;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rectangle of the picture; a view of the same samples, so nothing is copied.
 *
 * @param x left edge, null where {@code position} decides
 * @param y top edge, null where {@code position} decides
 * @param width of the rectangle
 * @param height of the rectangle
 * @param position where it lies, null where {@code x} and {@code y} decide
 */
public record Crop(
        @Nullable Integer x,
        @Nullable Integer y,
        int width,
        int height,
        @Nullable Position position) implements Operation, Transform {

    private static final Parameter<Integer> X = Parameters.distance("x", "left edge");
    private static final Parameter<Integer> Y = Parameters.distance("y", "top edge");
    private static final Parameter<Integer> WIDTH =
            Parameters.side("width", "width of the rectangle").mandatory();
    private static final Parameter<Integer> HEIGHT =
            Parameters.side("height", "height of the rectangle").mandatory();
    private static final Parameter<Position> POSITION =
            Parameters.position("where the rectangle lies, in place of x and y");

    static final OperationType<Crop> TYPE = new OperationType<>(
            "crop",
            "Keeps a rectangle, which must lie inside the picture.",
            List.of(X, Y, WIDTH, HEIGHT, POSITION),
            new PrimaryForm(
                    List.of("WxH+X+Y", "WxH"),
                    Pattern.compile("([^x+]+)x([^x+]+)(?:\\+([^+]+)\\+([^+]+))?", Pattern.DOTALL),
                    List.of(WIDTH, HEIGHT, X, Y)),
            Crop::of);

    /** This rectangle. */
    Crop(Rect part) {
        this(part.x(), part.y(), part.width(), part.height(), null);
    }

    private static Crop of(Arguments arguments) {
        if (arguments.has(X) != arguments.has(Y)) {
            throw arguments.refused(arguments.has(X) ? Y : X, "is missing; x and y come together");
        }
        if (arguments.has(X) && arguments.has(POSITION)) {
            throw arguments.refused(POSITION, "cannot stand beside x and y");
        }
        return new Crop(
                arguments.find(X),
                arguments.find(Y),
                arguments.get(WIDTH),
                arguments.get(HEIGHT),
                arguments.has(X) ? null : arguments.get(POSITION));
    }

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return part(picture).equals(new Rect(0, 0, picture.width(), picture.height())) ? List.of() : List.of(this);
    }

    /** The rectangle in a picture of this shape. */
    private Rect part(ImageSpec picture) {
        Position place = position == null ? Position.CENTER : position;
        Rect part = new Rect(
                x != null ? x : (int) place.x((long) picture.width() - width),
                y != null ? y : (int) place.y((long) picture.height() - height),
                width,
                height);
        if (!part.isInside(picture.width(), picture.height())) {
            throw new UnprocessableImageException(
                    "the rectangle of %d×%d pixels at %d,%d does not lie inside the picture of %d×%d pixels"
                            .formatted(width, height, part.x(), part.y(), picture.width(), picture.height()));
        }
        return part;
    }

    @Override
    public ImageSpec inputSpec(ImageSpec picture) {
        return picture;
    }

    @Override
    public ImageSpec outputSpec(ImageSpec input) {
        return input.cropped(part(input));
    }

    @Override
    public boolean worksInPlace(ImageSpec input) {
        return true;
    }

    @Override
    public long cpuNanos(ImageSpec input) {
        return TransformCost.view((long) height * input.planes().size());
    }

    @Override
    public Image apply(Image input, OperationContext context) {
        return OperationContext.reuse(input, () -> input.cropped(part(input.spec())));
    }
}
