/** From a request to a plan, and from a plan to a picture. Uses {@code operation} and {@code codec}; start at {@link dev.quarry.pipeline.PipelinePlanner}. */
@NullMarked
package dev.quarry.pipeline;

import org.jspecify.annotations.NullMarked;
