/** The only door to C: shared libraries that may be missing, and memory for the arguments of a call. Uses nothing; start at {@link dev.quarry.codec.ffi.NativeLibrary}. */
@NullMarked
package dev.quarry.codec.ffi;

import org.jspecify.annotations.NullMarked;
