package dev.quarry.codec.png;

import dev.quarry.codec.CorruptImageException;
import dev.quarry.error.ServiceException;
import dev.quarry.storage.StorageExhaustedException;

/** What libspng's results mean for a client. */
final class PngMessages {

    private PngMessages() {}

    /** The refusal for a result that is not success. */
    static ServiceException refusal(int result, String message) {
        return switch (result) {
            case LibSpng.IO_EOF, LibSpng.ERROR_DATA_TOO_SHORT -> cutOff();
            case LibSpng.ERROR_MEMORY -> new StorageExhaustedException("libspng found no memory", 0, 0);
            default -> new CorruptImageException("The PNG is damaged: %s.".formatted(message));
        };
    }

    /** The refusal for a picture that ends too early. */
    static CorruptImageException cutOff() {
        return new CorruptImageException("The PNG is cut off: its picture data ends too early.");
    }
}
