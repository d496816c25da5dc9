package dev.quarry.codec.ffi;

/** The functions of a library, or the reason why they are not there: a failed load is a value. */
public sealed interface NativeBinding<T> {

    /** The functions are there. */
    record Bound<T>(T functions) implements NativeBinding<T> {}

    /** They are not; {@code reason} begins with the library's name. */
    record Unbound<T>(String reason) implements NativeBinding<T> {}
}
