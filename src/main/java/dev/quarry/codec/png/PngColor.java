package dev.quarry.codec.png;

import java.util.Arrays;
import java.util.Optional;

/** The colour types of PNG (third edition, 11.2.1). */
enum PngColor {
    /** One grey sample. */
    GRAY(0, 1, 1, 2, 4, 8, 16),
    /** Red, green, blue. */
    RGB(2, 3, 8, 16),
    /** An index into a palette of red, green, blue. */
    PALETTE(3, 1, 1, 2, 4, 8),
    /** Grey and alpha. */
    GRAY_ALPHA(4, 2, 8, 16),
    /** Red, green, blue, alpha. */
    RGBA(6, 4, 8, 16);

    private final int code;
    private final int samples;
    private final int[] depths;

    PngColor(int code, int samples, int... depths) {
        this.code = code;
        this.samples = samples;
        this.depths = depths;
    }

    /** The type with this number, empty where there is none that has samples of {@code depth} bits. */
    static Optional<PngColor> of(int code, int depth) {
        return Arrays.stream(values())
                .filter(color -> color.code == code && color.allows(depth))
                .findFirst();
    }

    private boolean allows(int depth) {
        return Arrays.stream(depths).anyMatch(allowed -> allowed == depth);
    }

    /** The number in the file. */
    int code() {
        return code;
    }

    /** Samples stored for each pixel. */
    int samples() {
        return samples;
    }
}
