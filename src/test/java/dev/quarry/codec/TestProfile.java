package dev.quarry.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Colour profiles that are right as far as their header goes. */
final class TestProfile {

    private TestProfile() {}

    /** A profile of so many bytes for a colour space of four letters. */
    static byte[] of(int bytes, String space) {
        byte[] profile = new byte[bytes];
        new Random(bytes).nextBytes(profile);
        ByteBuffer.wrap(profile)
                .putInt(0, bytes)
                .put(16, space.getBytes(StandardCharsets.US_ASCII))
                .put(36, "acsp".getBytes(StandardCharsets.US_ASCII));
        return profile;
    }
}
