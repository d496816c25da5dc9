package dev.quarry.pipeline;

import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Window;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.operation.Rescale;
import dev.quarry.operation.Transform;
import java.util.List;
import java.util.function.Function;

/**
 * To how many eighths of its sides a picture is reduced while it is decoded: as few as leave it no smaller than its first
 * resize makes it.
 *
 * @param gap how many times larger it must stay
 */
record DecodeScale(double gap) {

    /**
     * The fewest eighths that the steps allow.
     *
     * @param steps each gives its transforms for a shape; all were possible at full size
     */
    int choose(Decoder decoder, ImageHeader header, List<Function<ImageSpec, List<Transform>>> steps) {
        return decoder.scales(header).reversed().stream()
                .filter(eighths ->
                        eighths == Decoder.FULL_SIZE || isEnough(decoder.decodedSpec(header, eighths), steps))
                .findFirst()
                .orElse(Decoder.FULL_SIZE);
    }

    private boolean isEnough(ImageSpec decoded, List<Function<ImageSpec, List<Transform>>> steps) {
        ImageSpec current = decoded;
        for (Function<ImageSpec, List<Transform>> step : steps) {
            for (Transform transform : step.apply(current)) {
                if (transform instanceof Rescale rescale) {
                    return isEnough(current, rescale);
                }
                // A conversion would be made at the reduced size, and the pixels that the step is to see would be
                // others.
                if (!transform.inputSpec(current).equals(current)) {
                    return false;
                }
                current = transform.outputSpec(current);
            }
        }
        return false;
    }

    private boolean isEnough(ImageSpec decoded, Rescale rescale) {
        Window window = decoded.planes().getFirst().window();
        return rescale.filter() != ResampleFilter.NEAREST
                && isEnough(window.width(), rescale.scaledWidth())
                && isEnough(window.height(), rescale.scaledHeight());
    }

    // From the first sample to the last one, so that a side which was rounded up does not decide.
    private boolean isEnough(double decoded, long scaled) {
        return decoded - 1 >= gap * (scaled - 1);
    }
}
