/** Pixel loops over planes: no allocation of pixels, no policy. An interface is the contract, {@code Scalar…} the specification, {@code Vector…} its bit-identical twin. Uses {@code image}; start at {@link dev.quarry.kernel.Kernels}. */
@NullMarked
package dev.quarry.kernel;

import org.jspecify.annotations.NullMarked;
