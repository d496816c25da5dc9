package dev.quarry.pipeline;

import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the client asked for as the result's encoding; null where it said nothing.
 *
 * @param choice how the format is chosen
 * @param format the format, for {@link FormatChoice#NAMED}
 * @param quality 1 to 100
 * @param progressive JPEG scans or PNG interlacing
 * @param chroma 4:2:0 or 4:4:4
 * @param compression 0 to 9, PNG
 * @param lossless the exact pixels, WebP
 * @param effort 0 (fast) to 6 (small), WebP
 * @param maxBytes the most bytes that the result may have
 */
public record OutputRequest(
        FormatChoice choice,
        @Nullable ImageFormat format,
        @Nullable Integer quality,
        @Nullable Boolean progressive,
        @Nullable ChromaSubsampling chroma,
        @Nullable Integer compression,
        @Nullable Boolean lossless,
        @Nullable Integer effort,
        @Nullable Long maxBytes) {

    /** How the format is chosen. */
    public enum FormatChoice {
        /** The source's own, or what comes nearest. */
        ORIGINAL,
        /** By the request's {@code Accept} header. */
        AUTO,
        /** Named by the request. */
        NAMED
    }

    /** The format of the source, with every default. */
    public static OutputRequest defaults() {
        return new OutputRequest(FormatChoice.ORIGINAL, null, null, null, null, null, null, null, null);
    }

    /** A media range of an {@code Accept} header with its weight, 0 to 1. */
    public record AcceptedType(String type, String subtype, double weight) {}

    /** The ranges of a request without an {@code Accept} header. */
    public static List<AcceptedType> anything() {
        return List.of(new AcceptedType("*", "*", 1));
    }
}
