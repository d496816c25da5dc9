/** JPEG: the header in Java, pixels by libturbojpeg. Uses {@code codec} and {@code ffi}; start at {@link dev.quarry.codec.jpeg.JpegCodec}. */
@NullMarked
package dev.quarry.codec.jpeg;

import org.jspecify.annotations.NullMarked;
