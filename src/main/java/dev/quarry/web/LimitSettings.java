package dev.quarry.web;

import dev.quarry.image.ImageLimits;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How large a request may be; what is over a limit is refused as early as it is known.
 *
 * @param body Largest request body, 1KB to 2GB; then 413.
 * @param headerSearch How many of the first bytes of a body the image's header is searched in, 4KB to 64MB; then 422.
 * @param pipelineJson Largest {@code pipeline} part, 1KB to 1MB; then 400.
 * @param pixels Most pixels (width × height) of a source, a result and the picture after each step; then 422.
 * @param side Largest width or height in pixels, up to 65,535; then 422.
 */
@ConfigurationProperties("quarry.limits")
public record LimitSettings(
        @DefaultValue("64MB") DataSize body,
        @DefaultValue("4MB") DataSize headerSearch,
        @DefaultValue("64KB") DataSize pipelineJson,
        @DefaultValue("100000000") long pixels,
        @DefaultValue("65535") int side) {

    private static final int LARGEST_SIDE = 65_535;

    /** Checks the ranges. */
    public LimitSettings {
        checkRange("body", body, DataSize.ofKilobytes(1), DataSize.ofGigabytes(2));
        checkRange("header-search", headerSearch, DataSize.ofKilobytes(4), DataSize.ofMegabytes(64));
        checkRange("pipeline-json", pipelineJson, DataSize.ofKilobytes(1), DataSize.ofMegabytes(1));
        if (pixels < 1) {
            throw new IllegalArgumentException("quarry.limits.pixels is " + pixels + "; it must be at least 1");
        }
        if (side < 1 || side > LARGEST_SIDE) {
            throw new IllegalArgumentException("quarry.limits.side is " + side + "; allowed are 1 to " + LARGEST_SIDE);
        }
    }

    private static void checkRange(String name, DataSize value, DataSize least, DataSize most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "quarry.limits.%s is %s; allowed are %s to %s".formatted(name, value, least, most));
        }
    }

    /** The limits on pictures, as the core knows them. */
    public ImageLimits imageLimits() {
        return new ImageLimits(pixels, side);
    }
}
