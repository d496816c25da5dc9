/** Bounded workers that run plans with their memory reserved. Uses {@code pipeline} and {@code storage}; start at {@link dev.quarry.engine.TransformEngine}. */
@NullMarked
package dev.quarry.engine;

import org.jspecify.annotations.NullMarked;
