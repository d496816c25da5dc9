package dev.quarry.pipeline;

import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.operation.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The options that a format has, with their defaults; what the client asked for and the format has not is told. */
final class FormatOptions {

    private static final int JPEG_QUALITY = 80;
    private static final int WEBP_QUALITY = 79;
    private static final int AVIF_QUALITY = 63;
    private static final int COMPRESSION = 6;
    private static final int HIGHEST_QUALITY = 100;

    private FormatOptions() {}

    /** The options for encoding in {@code format}. */
    static EncodeOptions of(OutputRequest output, ImageFormat format) {
        return new EncodeOptions(
                Objects.requireNonNullElse(output.quality(), defaultQuality(format)),
                Objects.requireNonNullElse(output.progressive(), false),
                Objects.requireNonNullElse(output.chroma(), ChromaSubsampling.S420),
                Objects.requireNonNullElse(output.compression(), COMPRESSION),
                Objects.requireNonNullElse(output.lossless(), false),
                Objects.requireNonNullElse(output.effort(), EncodeOptions.DEFAULT_EFFORT));
    }

    private static int defaultQuality(ImageFormat format) {
        return switch (format) {
            case JPEG -> JPEG_QUALITY;
            case WEBP -> WEBP_QUALITY;
            case AVIF -> AVIF_QUALITY;
            case PNG, GIF, TIFF, BMP -> HIGHEST_QUALITY;
        };
    }

    /** Whether lower quality makes the file smaller. */
    static boolean isLossy(ImageFormat format, EncodeOptions options) {
        return optionsOf(format).contains(RequestOptions.QUALITY)
                && !(optionsOf(format).contains(RequestOptions.LOSSLESS) && options.lossless());
    }

    /** The options that change how {@code format} is written. */
    static List<Parameter<?>> optionsOf(ImageFormat format) {
        return switch (format) {
            case JPEG -> List.of(RequestOptions.QUALITY, RequestOptions.PROGRESSIVE, RequestOptions.CHROMA);
            case PNG -> List.of(RequestOptions.PROGRESSIVE, RequestOptions.COMPRESSION);
            case WEBP -> List.of(RequestOptions.QUALITY, RequestOptions.LOSSLESS, RequestOptions.EFFORT);
            case AVIF -> List.of(RequestOptions.QUALITY, RequestOptions.CHROMA);
            case GIF, TIFF, BMP -> List.of();
        };
    }

    /** A sentence for each option that was given and that {@code format} has not. */
    static List<String> warnings(OutputRequest output, ImageFormat format) {
        List<String> warnings = new ArrayList<>();
        warn(warnings, format, RequestOptions.QUALITY, output.quality());
        warn(warnings, format, RequestOptions.PROGRESSIVE, output.progressive());
        warn(warnings, format, RequestOptions.CHROMA, output.chroma());
        warn(warnings, format, RequestOptions.COMPRESSION, output.compression());
        warn(warnings, format, RequestOptions.LOSSLESS, output.lossless());
        warn(warnings, format, RequestOptions.EFFORT, output.effort());
        return warnings;
    }

    private static void warn(List<String> warnings, ImageFormat format, Parameter<?> option, @Nullable Object value) {
        if (value != null && !optionsOf(format).contains(option)) {
            warnings.add(
                    "The option %s has no meaning for %s; it was ignored.".formatted(option.name(), format.label()));
        }
    }
}
