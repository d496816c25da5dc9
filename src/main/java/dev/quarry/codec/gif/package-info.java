/** GIF in Java, first frame. Uses {@code codec}; start at {@link dev.quarry.codec.gif.GifDecoder}. */
@NullMarked
package dev.quarry.codec.gif;

import org.jspecify.annotations.NullMarked;
