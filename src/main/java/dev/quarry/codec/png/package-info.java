/** PNG: header and chunks in Java, pixels by libspng or by the Java platform's zlib. Uses {@code codec} and {@code ffi}; start at {@link dev.quarry.codec.png.PngCodec}. */
@NullMarked
package dev.quarry.codec.png;

import org.jspecify.annotations.NullMarked;
