package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** With native libraries and without. */
public enum CodecMode {
    /** As it runs where the libraries are installed. */
    NATIVE,
    /** As it runs where they are not. */
    JAVA;

    private static final CodecRegistry WITH_LIBRARIES = CodecRegistry.load(new CodecSettings(true));
    private static final CodecRegistry WITHOUT = CodecRegistry.load(new CodecSettings(false));

    /** The codecs of this mode. Where {@code QUARRY_REQUIRE_NATIVE} is set, a missing library fails the test. */
    public CodecRegistry registry() {
        if (Boolean.parseBoolean(System.getenv("QUARRY_REQUIRE_NATIVE"))) {
            WITH_LIBRARIES.libraries().forEach(library -> assertTrue(library.isAvailable(), library::toString));
        }
        return switch (this) {
            case NATIVE -> WITH_LIBRARIES;
            case JAVA -> WITHOUT;
        };
    }
}
