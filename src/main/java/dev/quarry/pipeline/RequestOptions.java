package dev.quarry.pipeline;

import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.operation.Parameter;
import dev.quarry.operation.ParameterKind.Flag;
import dev.quarry.operation.ParameterKind.RealNumber;
import dev.quarry.operation.ParameterKind.WholeNumber;
import dev.quarry.operation.ParameterKind.Word;
import dev.quarry.pipeline.OutputRequest.FormatChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of a request that are not steps: how the result is encoded, and how the request is treated. */
public final class RequestOptions {

    private static final double LONGEST_SECONDS = 3_600;
    private static final double SHORTEST_SECONDS = 0.001;

    /** A value of the option {@code format}. */
    record Format(FormatChoice choice, @Nullable ImageFormat format) {}

    static final Parameter<Format> FORMAT = Parameter.of(
                    "format",
                    new Word<>(formats(), Set.of("jpg")),
                    "the result's format; original is the source's own or what comes nearest, auto follows Accept")
            .orElse(new Format(FormatChoice.ORIGINAL, null));
    static final Parameter<Integer> QUALITY = Parameter.of(
                    "quality", new WholeNumber(1, 100), "of lossy formats; more is better and larger")
            .orElseAs("jpeg 80, webp 79, avif 63");
    static final Parameter<Boolean> PROGRESSIVE = Parameter.of(
                    "progressive", new Flag(), "whether a JPEG has scans that refine it, or a PNG is interlaced")
            .orElse(false);
    static final Parameter<ChromaSubsampling> CHROMA =
            Parameter.of("chroma", chromas(), "the resolution of JPEG colour").orElse(ChromaSubsampling.S420);
    static final Parameter<Integer> COMPRESSION = Parameter.of(
                    "compression", new WholeNumber(0, 9), "how hard a PNG is compressed; the pixels stay the same")
            .orElse(6);
    static final Parameter<Boolean> LOSSLESS = Parameter.of(
                    "lossless", new Flag(), "whether a WebP keeps the exact pixels")
            .orElse(false);
    static final Parameter<Integer> EFFORT = Parameter.of(
                    "effort", new WholeNumber(0, 6), "how long a WebP may take to become smaller")
            .orElse(EncodeOptions.DEFAULT_EFFORT);
    static final Parameter<Integer> MAX_BYTES = Parameter.of(
                    "maxBytes",
                    new WholeNumber(1, Integer.MAX_VALUE),
                    "the most bytes that the result may have; quality is lowered until it fits")
            .in("bytes");
    static final Parameter<String> METADATA = Parameter.of(
                    "metadata", new Word<>(Map.of("strip", "strip"), Set.of()), "what becomes of EXIF and its like")
            .orElse("strip");
    static final Parameter<String> PROFILE = Parameter.of(
                    "profile",
                    new Word<>(Map.of("keep", "keep"), Set.of()),
                    "what becomes of the colour profile; it is kept where the result's colours are still the source's")
            .orElse("keep");
    static final Parameter<Boolean> AUTO_ORIENT = Parameter.of(
                    "autoOrient", new Flag(), "whether the EXIF orientation is applied before the steps")
            .orElse(true);
    static final Parameter<Double> TIMEOUT = Parameter.of(
                    "timeout",
                    new RealNumber(SHORTEST_SECONDS, LONGEST_SECONDS),
                    "the most time that the request may take; the service's own deadline is never passed")
            .in("seconds")
            .orElseAs("the service's deadline");

    private RequestOptions() {}

    /** The options of the encoding: members of {@code output} in JSON, names of their own in a query. */
    public static List<Parameter<?>> output() {
        return List.of(
                FORMAT, QUALITY, PROGRESSIVE, CHROMA, COMPRESSION, LOSSLESS, EFFORT, MAX_BYTES, METADATA, PROFILE);
    }

    /** The options of {@link #output} that change how {@code format} is written. */
    public static List<Parameter<?>> of(ImageFormat format) {
        return FormatOptions.optionsOf(format);
    }

    /** The options of the request: members of the pipeline in JSON, names of their own in a query. */
    public static List<Parameter<?>> request() {
        return List.of(AUTO_ORIENT, TIMEOUT);
    }

    /** All of them. */
    static List<Parameter<?>> all() {
        return Stream.concat(output().stream(), request().stream()).toList();
    }

    private static Map<String, Format> formats() {
        Map<String, Format> words = new LinkedHashMap<>();
        for (ImageFormat format : ImageFormat.values()) {
            words.put(format.label(), new Format(FormatChoice.NAMED, format));
        }
        words.put("original", new Format(FormatChoice.ORIGINAL, null));
        words.put("auto", new Format(FormatChoice.AUTO, null));
        words.put("jpg", new Format(FormatChoice.NAMED, ImageFormat.JPEG));
        return words;
    }

    private static Word<ChromaSubsampling> chromas() {
        Map<String, ChromaSubsampling> words = new LinkedHashMap<>();
        for (ChromaSubsampling chroma : List.of(ChromaSubsampling.S420, ChromaSubsampling.S444)) {
            words.put(chroma.notation(), chroma);
        }
        return new Word<>(words, Set.of());
    }
}
