package dev.quarry.codec;

import dev.quarry.image.ColorModel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The ICC profile of a picture, checked as far as ICC.1's header goes: a broken profile never spoils a picture, it is
 * ignored with a reason.
 */
public final class IccProfile {

    /** The most bytes that a profile may have; larger ones are ignored. */
    public static final int MAX_BYTES = 4 << 20;

    private static final int HEADER_BYTES = 128;
    private static final int SPACE_OFFSET = 16;
    private static final int SIGNATURE_OFFSET = 36;
    private static final byte[] NOTHING = {};

    private final byte[] bytes;
    private final @Nullable String problem;

    private IccProfile(byte[] bytes, @Nullable String problem) {
        this.bytes = bytes;
        this.problem = problem;
    }

    /** No profile, and nothing wrong with that. */
    public static IccProfile none() {
        return new IccProfile(NOTHING, null);
    }

    /** A profile that is ignored; {@code problem} is a sentence. */
    public static IccProfile ignored(String problem) {
        return new IccProfile(NOTHING, problem);
    }

    /** The pieces of a profile put together and checked, for a picture of this model. */
    public static IccProfile gather(MemorySegment source, Iterable<ByteRange> pieces, ColorModel model) {
        long total = 0;
        for (ByteRange piece : pieces) {
            if (piece.offset() < 0 || piece.length() < 0 || piece.offset() > source.byteSize() - piece.length()) {
                return ignored("The embedded colour profile is cut off; it was ignored.");
            }
            total += piece.length();
        }
        if (total > MAX_BYTES) {
            return tooLarge();
        }
        byte[] all = new byte[(int) total];
        int at = 0;
        for (ByteRange piece : pieces) {
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, piece.offset(), all, at, (int) piece.length());
            at += (int) piece.length();
        }
        return check(all, model);
    }

    /** What is said of a profile over {@link #MAX_BYTES}. */
    public static IccProfile tooLarge() {
        return ignored("The embedded colour profile is larger than %d bytes; it was ignored.".formatted(MAX_BYTES));
    }

    /** {@code profile} if it can be one of a picture of this model. */
    public static IccProfile check(byte[] profile, ColorModel model) {
        if (profile.length == 0) {
            return none();
        }
        ByteReader reader = ByteReader.bigEndian(MemorySegment.ofArray(profile));
        if (!reader.has(0, HEADER_BYTES)) {
            return ignored("The embedded colour profile has no complete header; it was ignored.");
        }
        if (reader.u32(0) != profile.length) {
            return ignored("The embedded colour profile claims %d bytes and has %d; it was ignored."
                    .formatted(reader.u32(0), profile.length));
        }
        if (!reader.matches(SIGNATURE_OFFSET, "acsp")) {
            return ignored("The embedded colour profile lacks its signature; it was ignored.");
        }
        if (!reader.matches(SPACE_OFFSET, spaceOf(model))) {
            return ignored("The embedded colour profile is for another colour space (%s); it was ignored."
                    .formatted(printable(profile)));
        }
        return new IccProfile(profile, null);
    }

    private static String spaceOf(ColorModel model) {
        return switch (model) {
            case GRAY, GRAY_ALPHA -> "GRAY";
            case RGB, RGBA, YCBCR -> "RGB ";
            case CMYK -> "CMYK";
        };
    }

    private static String printable(byte[] profile) {
        return new String(profile, SPACE_OFFSET, 4, StandardCharsets.ISO_8859_1)
                .replaceAll("[^A-Za-z0-9 ]", "?")
                .trim();
    }

    /** The profile, empty where there is none or it is ignored; not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** Why a profile that is there is ignored, as a sentence for the client; null when nothing is wrong. */
    public @Nullable String problem() {
        return problem;
    }
}
