/** What the Java platform's {@code javax.imageio} reads and writes, and the bridge between its rasters and planes. Uses {@code codec}; start at {@link dev.quarry.codec.imageio.PlatformReader}. */
@NullMarked
package dev.quarry.codec.imageio;

import org.jspecify.annotations.NullMarked;
