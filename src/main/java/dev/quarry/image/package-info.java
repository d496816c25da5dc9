/** Planar 8-bit pictures in storage: planes, colour models, shapes, orientation. Uses {@code storage} and {@code error}; start at {@link dev.quarry.image.Image}. */
@NullMarked
package dev.quarry.image;

import org.jspecify.annotations.NullMarked;
