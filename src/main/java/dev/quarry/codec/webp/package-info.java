/** WebP (RFC 9649): the container in plain Java, pictures by libwebp. Uses {@code codec}, {@code codec.ffi} and {@code kernel}; start at {@link dev.quarry.codec.webp.WebpCodec}. */
@NullMarked
package dev.quarry.codec.webp;

import org.jspecify.annotations.NullMarked;
