package dev.quarry.pipeline;

import dev.quarry.operation.Operation;

/**
 * One step as the client numbered it.
 *
 * @param index from 0
 * @param operation what is done
 */
public record PipelineStep(int index, Operation operation) {}
