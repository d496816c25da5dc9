/** The operations of a pipeline, one record each. Uses {@code kernel} and {@code image}; start at {@link dev.quarry.operation.Operation}. */
@NullMarked
package dev.quarry.operation;

import org.jspecify.annotations.NullMarked;
