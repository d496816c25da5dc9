package dev.quarry.codec.webp;

import dev.quarry.codec.CpuCost;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.image.ImageSpec;

/** The CPU time of encoding by libwebp, by pixels for each effort. */
final class WebpCost {

    private static final double START_NANOS = 200_000;
    private static final double[] LOSSY_PIXEL_NANOS = {20, 28, 45, 65, 95, 120, 200};
    private static final double[] LOSSLESS_PIXEL_NANOS = {36, 200, 300, 450, 560, 800, 1_030};
    private static final double[] ALPHA_PIXEL_NANOS = {20, 60, 60, 90, 130, 500, 3_600};

    private WebpCost() {}

    /** The predicted nanoseconds. */
    static long encoding(ImageSpec input, EncodeOptions options) {
        double pixel = options.lossless()
                ? LOSSLESS_PIXEL_NANOS[WebpMemory.losslessMethod(input, options.effort())]
                : LOSSY_PIXEL_NANOS[options.effort()];
        double alpha = !options.lossless() && input.model().hasAlpha() ? ALPHA_PIXEL_NANOS[options.effort()] : 0;
        return CpuCost.of(START_NANOS, 0, pixel + alpha).nanos(0, input.pixels());
    }
}
