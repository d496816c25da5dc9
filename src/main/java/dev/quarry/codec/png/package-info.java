/** PNG: chunks and filters in Java, picture data unpacked by ISA-L and packed by libdeflate, or both by the Java platform's zlib. Uses {@code codec} and {@code ffi}; start at {@link dev.quarry.codec.png.PngCodec}. */
@NullMarked
package dev.quarry.codec.png;

import org.jspecify.annotations.NullMarked;
