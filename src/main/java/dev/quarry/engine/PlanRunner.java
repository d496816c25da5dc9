package dev.quarry.engine;

import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.StageListener;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;

/** The work itself: {@link dev.quarry.pipeline.PipelineRunner#run} as the engine sees it. */
@FunctionalInterface
public interface PlanRunner {

    /** Decodes {@code source}, runs the plan's steps and encodes into {@code output}. */
    void run(
            PipelinePlan plan,
            MemorySegment source,
            StorageScope scope,
            GrowingBuffer output,
            Scratch scratch,
            Checkpoint checkpoint,
            StageListener stages);
}
