/** Image formats: headers, decoders, encoders. Uses {@code kernel} and {@code image}; start at {@link dev.quarry.codec.CodecRegistry}. */
@NullMarked
package dev.quarry.codec;

import org.jspecify.annotations.NullMarked;
