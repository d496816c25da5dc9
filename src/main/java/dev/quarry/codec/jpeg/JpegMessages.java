package dev.quarry.codec.jpeg;

import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.error.ServiceException;
import java.util.List;

/** What libjpeg's messages (jerror.h) mean for a client. */
final class JpegMessages {

    /** Warnings about things that do not touch the picture. */
    private static final List<String> HARMLESS = List.of(
            "extraneous bytes before marker",
            "Unknown Adobe color transform code",
            "unknown JFIF revision number",
            "Invalid SOS parameters for sequential JPEG",
            "Inconsistent progression sequence");

    private static final List<String> CUT_OFF =
            List.of("premature end of data segment", "Premature end of JPEG file", "Premature end of input file");

    private static final List<String> UNSUPPORTED = List.of(
            "Unsupported",
            "not implemented",
            "not supported",
            "Arithmetic",
            "arithmetic coding",
            "could not determine",
            "Could not determine",
            "Maximum supported image dimension",
            "does not support");

    private JpegMessages() {}

    /** Whether a warning leaves the picture as it was meant. */
    static boolean isHarmless(String warning) {
        return mentions(warning, HARMLESS);
    }

    /** The refusal for an error, or for a warning that is not harmless. */
    static ServiceException refusal(String message) {
        if (mentions(message, CUT_OFF)) {
            return new CorruptImageException("The JPEG is cut off: its picture data ends too early.");
        }
        return mentions(message, UNSUPPORTED)
                ? new UnsupportedFormatException("This kind of JPEG cannot be read here: %s.".formatted(message))
                : new CorruptImageException("The JPEG is damaged: %s.".formatted(message));
    }

    private static boolean mentions(String message, List<String> parts) {
        return parts.stream().anyMatch(message::contains);
    }
}
