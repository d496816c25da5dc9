package dev.quarry.web;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.engine.AdmissionControl;
import dev.quarry.engine.TransformEngine;
import dev.quarry.image.ImageLimits;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlanner;
import org.springframework.stereotype.Component;

/**
 * What decides about a transformation before it runs.
 *
 * @param parser reads the pipeline
 * @param planner plans it
 * @param codecs who can read the source
 * @param limits on pictures
 * @param engine where it will run, if it is taken
 */
@Component
record TransformParts(
        PipelineParser parser,
        PipelinePlanner planner,
        CodecRegistry codecs,
        ImageLimits limits,
        TransformEngine engine) {

    /** What is possible at all. */
    AdmissionControl admission() {
        return engine.admission();
    }
}
