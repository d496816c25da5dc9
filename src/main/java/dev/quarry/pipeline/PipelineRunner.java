package dev.quarry.pipeline;

import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;

/** Runs plans. Safe for use by several threads at once. */
public final class PipelineRunner {

    private final Kernels kernels;

    /** A runner with these kernels. */
    public PipelineRunner(Kernels kernels) {
        this.kernels = kernels;
    }

    /**
     * Decodes, runs the steps and encodes into {@code output}. Whatever happens, no image is left in {@code scope}.
     *
     * @param source the whole file
     * @param scope where planes come from, of at least {@link PipelinePlan#pixelBytes}
     * @param output where the result goes
     * @param scratch the worker's
     * @param checkpoint asked between row bands
     * @param stages told the times
     */
    public void run(
            PipelinePlan plan,
            MemorySegment source,
            StorageScope scope,
            GrowingBuffer output,
            Scratch scratch,
            Checkpoint checkpoint,
            StageListener stages) {
        throw new IllegalStateException(kernels + " not written yet");
    }
}
