package dev.quarry.pipeline;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parsed and checked request, before the image is known.
 *
 * @param steps in order; empty means re-encode
 * @param output the result's encoding
 * @param autoOrient whether EXIF orientation is applied first
 * @param timeout the client's own deadline, null for the configured one
 */
public record PipelineRequest(
        List<PipelineStep> steps,
        OutputRequest output,
        boolean autoOrient,
        @Nullable Duration timeout) {

    /** Copies the list. */
    public PipelineRequest {
        steps = List.copyOf(steps);
    }
}
