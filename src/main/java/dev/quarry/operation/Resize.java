package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Rect;
import dev.quarry.kernel.ResampleFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Another size; the filters, their supports and the clamped 8-bit picture between the two passes are Pillow's.
 *
 * @param width of the box, null where it follows from the height
 * @param height of the box, null where it follows from the width
 * @param fit how the picture is made to fit the box
 * @param filter how samples are weighed
 * @param enlarge whether the picture may grow
 * @param position what {@code cover} keeps, where {@code contain} places the picture
 * @param background what {@code contain} fills up with, null for transparent where the image has alpha, else white
 */
public record Resize(
        @Nullable Integer width,
        @Nullable Integer height,
        Fit fit,
        ResampleFilter filter,
        boolean enlarge,
        Position position,
        @Nullable Color background)
        implements Operation {

    private static final Parameter<Integer> WIDTH =
            Parameters.side("width", "width of the box; without it the height decides and the ratio is kept");
    private static final Parameter<Integer> HEIGHT =
            Parameters.side("height", "height of the box; without it the width decides and the ratio is kept");
    private static final Parameter<Fit> FIT = Parameter.of(
                    "fit",
                    ParameterKind.Word.of(Fit.values(), Fit::label),
                    "how the picture is made to fit the box; cover cuts and contain fills up")
            .orElse(Fit.INSIDE);
    private static final Parameter<ResampleFilter> FILTER = Parameter.of(
                    "filter",
                    ParameterKind.Word.of(ResampleFilter.values(), ResampleFilter::label),
                    "how samples are weighed")
            .orElse(ResampleFilter.LANCZOS);
    private static final Parameter<Boolean> ENLARGE = Parameter.of(
                    "enlarge", new ParameterKind.Flag(), "whether a picture smaller than the box may grow")
            .orElse(false);
    private static final Parameter<Position> POSITION =
            Parameters.position("what cover keeps, and where contain places the picture");
    private static final Parameter<Color> BACKGROUND = Parameters.background("what contain fills up with");

    static final OperationType<Resize> TYPE = new OperationType<>(
            "resize",
            "Changes the size.",
            List.of(WIDTH, HEIGHT, FIT, FILTER, ENLARGE, POSITION, BACKGROUND),
            new PrimaryForm(
                    List.of("WxH", "Wx", "xH"),
                    Pattern.compile("(?=.*[^x])([^x]+)?x([^x]+)?", Pattern.DOTALL),
                    List.of(WIDTH, HEIGHT)),
            Resize::of);

    private static Resize of(Arguments arguments) {
        Integer width = arguments.find(WIDTH);
        Integer height = arguments.find(HEIGHT);
        if (width == null && height == null) {
            throw arguments.refused(WIDTH, "or height is needed");
        }
        return new Resize(
                width,
                height,
                arguments.get(FIT),
                arguments.get(FILTER),
                arguments.get(ENLARGE),
                arguments.get(POSITION),
                arguments.find(BACKGROUND));
    }

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        ResizeGeometry sizes = ResizeGeometry.of(this, picture.width(), picture.height());
        List<Transform> transforms = new ArrayList<>();
        Rect kept = kept(sizes);
        if (sizes.scaledWidth() != picture.width() || sizes.scaledHeight() != picture.height()) {
            transforms.add(new Rescale(sizes.scaledWidth(), sizes.scaledHeight(), kept, filter, picture.subsampling()));
        } else if (kept.width() != picture.width() || kept.height() != picture.height()) {
            transforms.add(new Crop(kept));
        }
        if (fit == Fit.CONTAIN) {
            transforms.addAll(filledUp(sizes, picture));
        }
        return transforms;
    }

    /** The part of the scaled picture that is in the result. */
    private Rect kept(ResizeGeometry sizes) {
        long width = Math.min(sizes.scaledWidth(), sizes.boxWidth());
        long height = Math.min(sizes.scaledHeight(), sizes.boxHeight());
        return new Rect(
                Lengths.saturated(position.x(sizes.scaledWidth() - width)),
                Lengths.saturated(position.y(sizes.scaledHeight() - height)),
                Lengths.saturated(width),
                Lengths.saturated(height));
    }

    private List<Transform> filledUp(ResizeGeometry sizes, ImageSpec picture) {
        long across = sizes.boxWidth() - sizes.scaledWidth();
        long down = sizes.boxHeight() - sizes.scaledHeight();
        int left = Lengths.saturated(position.x(across));
        int top = Lengths.saturated(position.y(down));
        return Extend.of(
                top,
                Lengths.saturated(across - left),
                Lengths.saturated(down - top),
                left,
                Color.orDefault(background, picture));
    }
}
