package dev.quarry.engine;

/**
 * How long one part of a request took.
 *
 * @param stage {@code queue}, {@code decode}, a step's label, or {@code encode}
 * @param nanos its duration
 */
public record StageTime(String stage, long nanos) {}
