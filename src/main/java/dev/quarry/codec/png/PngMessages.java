package dev.quarry.codec.png;

import dev.quarry.codec.CorruptImageException;

/** The refusals of picture data. */
final class PngMessages {

    private PngMessages() {}

    /** The refusal for a picture that ends too early. */
    static CorruptImageException cutOff() {
        return new CorruptImageException("The PNG is cut off: its picture data ends too early.");
    }

    /** The refusal for a picture that is no zlib stream. */
    static CorruptImageException notZlib() {
        return new CorruptImageException("The PNG is damaged: its picture data cannot be unpacked.");
    }
}
