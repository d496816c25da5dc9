package dev.quarry.pipeline;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.IccProfile;
import dev.quarry.image.Image;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.operation.OperationContext;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;

/** Runs plans. Safe for use by several threads at once. */
public final class PipelineRunner {

    private final CodecRegistry codecs;
    private final Kernels kernels;
    private final ResampleWeightsCache weights;

    /** A runner with these kernels. */
    public PipelineRunner(CodecRegistry codecs, Kernels kernels, PipelineSettings settings) {
        this.codecs = codecs;
        this.kernels = kernels;
        this.weights = new ResampleWeightsCache(settings.weightsCacheBytes());
    }

    /**
     * Decodes, runs the steps and encodes into {@code output}. Whatever happens, no image is left in {@code scope}.
     *
     * @param source the whole file
     * @param scope where planes come from, of at least {@link PipelinePlan#pixelBytes}
     * @param output where the result goes, empty
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
        CodecContext context = new CodecContext(scope, kernels, checkpoint::check);
        byte[] profile = profile(plan, source, stages);
        OperationContext operations =
                new OperationContext(scope, kernels, scratch, weights, checkpoint, plan.contiguous());
        Image decoded = decode(plan, source, context, stages);
        try (Image result = transform(plan, decoded, operations, stages)) {
            encode(plan, result, profile, output, context, stages);
        }
    }

    /** Runs the steps; each consumes the picture before it, also when it fails. */
    private static Image transform(PipelinePlan plan, Image decoded, OperationContext context, StageListener stages) {
        Image image = decoded;
        for (PlannedStep step : plan.steps()) {
            image = step(step, image, context, stages);
        }
        return image;
    }

    /** The profile that the result carries, empty for none. */
    private byte[] profile(PipelinePlan plan, MemorySegment source, StageListener stages) {
        if (!ColorProfile.of(plan.header(), plan.resultSpec().model()).kept()) {
            return new byte[0];
        }
        IccProfile profile = codecs.iccProfile(plan.header(), source);
        String problem = profile.problem();
        if (problem != null) {
            stages.warned(problem);
        }
        return profile.bytes();
    }

    private static Image decode(PipelinePlan plan, MemorySegment source, CodecContext context, StageListener stages) {
        long start = System.nanoTime();
        Image image = plan.decoder().decode(source, plan.header(), plan.eighths(), plan.contiguous(), context);
        stages.decoded(System.nanoTime() - start);
        return image;
    }

    private static Image step(PlannedStep step, Image image, OperationContext context, StageListener stages) {
        long start = System.nanoTime();
        Image result = step.transform().apply(image, context);
        stages.stepped(step.label(), System.nanoTime() - start);
        return result;
    }

    private static void encode(
            PipelinePlan plan,
            Image image,
            byte[] profile,
            GrowingBuffer output,
            CodecContext context,
            StageListener stages) {
        long start = System.nanoTime();
        new ResultEncoding(plan, image, profile, output, context).run();
        stages.encoded(System.nanoTime() - start);
    }
}
