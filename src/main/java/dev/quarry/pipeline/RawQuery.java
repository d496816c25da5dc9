package dev.quarry.pipeline;

import dev.quarry.operation.GivenValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The raw query string: split first, then decoded piece by piece; {@code +} is literal. */
final class RawQuery {

    /**
     * One piece between {@code &}s.
     *
     * @param name decoded
     * @param value still encoded, null where there is no {@code =}
     */
    record Piece(String name, @Nullable String value) {}

    private RawQuery() {}

    /** The pieces in order; empty ones say nothing and are left out. */
    static List<Piece> pieces(String rawQuery) {
        List<Piece> pieces = new ArrayList<>();
        for (String raw : rawQuery.split("&", -1)) {
            if (!raw.isEmpty()) {
                int equals = raw.indexOf('=');
                String name = decode(equals < 0 ? raw : raw.substring(0, equals));
                pieces.add(new Piece(name, equals < 0 ? null : raw.substring(equals + 1)));
            }
        }
        return pieces;
    }

    /** Percent-decodes UTF-8, refusing what is neither. */
    static String decode(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        byte[] encoded = raw.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] == '%') {
                decoded.put((byte) (16 * digit(encoded, i + 1, raw) + digit(encoded, i + 2, raw)));
                i += 2;
            } else {
                decoded.put(encoded[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedPipelineException(
                    "the query piece " + GivenValue.quoted(raw) + " is not percent-encoded UTF-8");
        }
    }

    private static int digit(byte[] encoded, int at, String raw) {
        int digit = at < encoded.length ? Character.digit(encoded[at], 16) : -1;
        if (digit < 0) {
            throw new MalformedPipelineException(
                    "in the query piece " + GivenValue.quoted(raw) + " a % is not followed by two hexadecimal digits");
        }
        return digit;
    }
}
