package dev.quarry.codec;

import dev.quarry.kernel.Kernels;
import dev.quarry.storage.StorageScope;

/**
 * What a codec works with.
 *
 * @param scope where planes and temporary blocks come from
 * @param kernels for (de)interleaving and conversion
 * @param checkpoint called between rows or passes where the library allows; throws to stop the work
 */
public record CodecContext(StorageScope scope, Kernels kernels, Runnable checkpoint) {}
