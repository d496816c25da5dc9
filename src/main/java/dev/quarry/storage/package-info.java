/** The multi-arena block storage outside the Java heap. Uses {@code error} only; start at {@link dev.quarry.storage.BlockStorage}. */
@NullMarked
package dev.quarry.storage;

import org.jspecify.annotations.NullMarked;
