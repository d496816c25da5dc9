package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.pipeline.PipelinePlan;
import java.lang.foreign.MemorySegment;

/**
 * What a request hands to the engine.
 *
 * @param name what its memory is called in reports
 * @param plan what to do
 * @param source the whole file; stays the caller's, and must stay until {@link TransformEngine#transform} has returned
 * @param deadline when the result is no longer wanted
 * @param client who asks, for fairness
 * @param connection who waits
 */
public record TransformJob(
        String name,
        PipelinePlan plan,
        MemorySegment source,
        Deadline deadline,
        ClientId client,
        ClientConnection connection) {}
