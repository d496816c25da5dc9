package dev.quarry.pipeline;

import dev.quarry.image.ImageSpec;
import dev.quarry.operation.Transform;

/**
 * One step of a plan.
 *
 * @param label the operation's name, or the name of a conversion that the planner put in
 * @param transform what is done
 * @param output the shape afterwards
 */
public record PlannedStep(String label, Transform transform, ImageSpec output) {}
