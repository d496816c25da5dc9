package dev.quarry.engine;

import dev.quarry.codec.ImageFormat;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** An encoded picture, charged to the budget until it is closed. */
public final class TransformResult implements AutoCloseable {

    private final PipelinePlan plan;
    private final StorageScope scope;
    private final GrowingBuffer buffer;
    private final List<StageTime> stages;
    private final List<String> warnings;
    private final long usedBytes;
    private final Runnable whenClosed;
    private boolean closed;

    TransformResult(
            PipelinePlan plan,
            StorageScope scope,
            GrowingBuffer buffer,
            StageRecorder recorder,
            long usedBytes,
            Runnable whenClosed) {
        this.whenClosed = whenClosed;
        this.plan = plan;
        this.scope = scope;
        this.buffer = buffer;
        this.stages = List.copyOf(recorder.stages());
        this.warnings = List.copyOf(recorder.warnings());
        this.usedBytes = usedBytes;
    }

    /** The encoded bytes, valid until {@link #close}. */
    public MemorySegment bytes() {
        return buffer.bytes();
    }

    /** What they are encoded in. */
    public ImageFormat format() {
        return plan.encoder().format();
    }

    /** The plan that was run. */
    public PipelinePlan plan() {
        return plan;
    }

    /** How long each part took, in order. */
    public List<StageTime> stages() {
        return stages;
    }

    /** What was ignored, as sentences. */
    public List<String> warnings() {
        return warnings;
    }

    /** The most storage that the job held at one time. */
    public long usedBytes() {
        return usedBytes;
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        buffer.close();
        scope.close();
        whenClosed.run();
    }
}
