package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.pipeline.OutputRequest.AcceptedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Chooses the format of a result among those that can be written here. */
final class FormatChooser {

    private final CodecRegistry codecs;

    FormatChooser(CodecRegistry codecs) {
        this.codecs = codecs;
    }

    /**
     * The encoder for a result.
     *
     * @param source the format of the source
     * @param alpha whether the result has alpha
     */
    Encoder choose(OutputRequest output, ImageFormat source, boolean alpha, List<AcceptedType> accepted) {
        return switch (output.choice()) {
            case NAMED -> named(Objects.requireNonNull(output.format()));
            case ORIGINAL -> original(source, alpha);
            case AUTO -> negotiated(source, alpha, accepted);
        };
    }

    private Encoder named(ImageFormat format) {
        return codecs.encoderFor(format).orElseThrow(() -> unwritable(format.label() + " cannot be written here"));
    }

    private UnsupportedFormatException unwritable(String what) {
        List<String> labels = writable().stream().map(ImageFormat::label).toList();
        return new UnsupportedFormatException(what + "; possible are " + String.join(", ", labels), labels);
    }

    private List<ImageFormat> writable() {
        return Arrays.stream(ImageFormat.values())
                .filter(f -> codecs.encoderFor(f).isPresent())
                .toList();
    }

    /** The source's own format, else PNG where there is alpha, else JPEG, else whatever can be written. */
    private Encoder original(ImageFormat source, boolean alpha) {
        List<ImageFormat> wanted = new ArrayList<>(List.of(source, alpha ? ImageFormat.PNG : ImageFormat.JPEG));
        wanted.addAll(writable());
        return wanted.stream()
                .flatMap(f -> codecs.encoderFor(f).stream())
                .findFirst()
                .orElseThrow(() -> unwritable("no format can be written here"));
    }

    /**
     * The format that the client likes best; among equals WebP, then AVIF where it is named, then PNG or JPEG by alpha, then
     * the source's own, which is also what a range for any type means.
     */
    private Encoder negotiated(ImageFormat source, boolean alpha, List<AcceptedType> accepted) {
        ImageFormat plain = alpha ? ImageFormat.PNG : ImageFormat.JPEG;
        ImageFormat original = original(source, alpha).format();
        @Nullable Encoder best = null;
        double bestWeight = 0;
        List<ImageFormat> candidates = List.of(ImageFormat.WEBP, ImageFormat.AVIF, plain, original);
        for (int i = 0; i < candidates.size(); i++) {
            ImageFormat format = candidates.get(i);
            Specificity least =
                    i == 3 ? Specificity.ANY : format == ImageFormat.AVIF ? Specificity.EXACT : Specificity.IMAGE;
            double weight = weight(format, accepted, least);
            if (weight > bestWeight && codecs.encoderFor(format).isPresent()) {
                best = named(format);
                bestWeight = weight;
            }
        }
        return best != null ? best : anyAccepted(accepted);
    }

    private Encoder anyAccepted(List<AcceptedType> accepted) {
        @Nullable ImageFormat best = null;
        double bestWeight = 0;
        for (ImageFormat format : writable()) {
            double weight = weight(format, accepted, Specificity.IMAGE);
            if (weight > bestWeight) {
                best = format;
                bestWeight = weight;
            }
        }
        if (best == null) {
            throw new NotAcceptableException(
                    writable().stream().map(ImageFormat::mediaType).toList());
        }
        return named(best);
    }

    /** How exactly a media range names a type. */
    private enum Specificity {
        ANY,
        IMAGE,
        EXACT
    }

    /** The weight of the most specific range that holds the format, 0 where that is less specific than {@code least}. */
    private static double weight(ImageFormat format, List<AcceptedType> accepted, Specificity least) {
        double weight = 0;
        @Nullable Specificity found = null;
        for (AcceptedType range : accepted) {
            Specificity specificity = specificity(format, range);
            if (specificity != null && (found == null || specificity.compareTo(found) > 0)) {
                found = specificity;
                weight = range.weight();
            }
        }
        return found != null && found.compareTo(least) >= 0 ? weight : 0;
    }

    private static @Nullable Specificity specificity(ImageFormat format, AcceptedType range) {
        if ((range.type() + "/" + range.subtype()).equalsIgnoreCase(format.mediaType())) {
            return Specificity.EXACT;
        }
        if (!range.subtype().equals("*")) {
            return null;
        }
        if (range.type().equalsIgnoreCase("image")) {
            return Specificity.IMAGE;
        }
        return range.type().equals("*") ? Specificity.ANY : null;
    }
}
