package dev.quarry.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether one library is there, for the start log and {@code /v1/formats}.
 *
 * @param library such as {@code libturbojpeg}
 * @param formats what it reads or writes
 * @param version its version, null when it is missing
 * @param problem why it is not used and what to do about it, as a sentence; null when it is used
 */
public record CodecAvailability(
        String library,
        List<ImageFormat> formats,
        @Nullable String version,
        @Nullable String problem) {

    /** Copies the list. */
    public CodecAvailability {
        formats = List.copyOf(formats);
    }

    /** Whether the library is used. */
    public boolean isAvailable() {
        return problem == null;
    }
}
