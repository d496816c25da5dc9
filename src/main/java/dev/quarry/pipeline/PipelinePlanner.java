package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageLimits;
import dev.quarry.storage.BlockStorage;
import java.util.List;

/** Turns a request and a header into a plan, or refuses. Safe for use by several threads at once. */
public final class PipelinePlanner {

    private final CodecRegistry codecs;
    private final BlockStorage storage;
    private final ImageLimits limits;

    /** A planner for these codecs, this storage's block sizes and budget, and these limits. */
    public PipelinePlanner(CodecRegistry codecs, BlockStorage storage, ImageLimits limits) {
        this.codecs = codecs;
        this.storage = storage;
        this.limits = limits;
    }

    /**
     * Plans a request.
     *
     * @param accepted the media ranges of the {@code Accept} header, for format {@code auto}
     * @param sourceBytes size of the source, which stays in memory meanwhile; −1 while it is not known
     */
    public PipelinePlan plan(
            PipelineRequest request, ImageHeader header, List<OutputRequest.AcceptedType> accepted, long sourceBytes) {
        throw new IllegalStateException("not written yet " + codecs + storage + limits);
    }
}
