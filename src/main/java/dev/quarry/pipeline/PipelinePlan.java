package dev.quarry.pipeline;

import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageSpec;
import java.util.List;

/**
 * What will be done, in which shapes and with how much memory; made from the header alone.
 *
 * @param request what was asked
 * @param header what the source is
 * @param decoder who reads it
 * @param eighths to how many of its sides the source is reduced while decoding, 8 for none
 * @param decodedSpec the shape that decoding gives
 * @param steps the client's steps and the conversions put between them, in order
 * @param encoder who writes the result
 * @param options how
 * @param resultSpec the shape that is encoded
 * @param contiguous whether planes are allocated in one piece each
 * @param pixelBytes the most storage that planes and temporary blocks take at one time
 * @param resultBytes storage for the encoded result, the size of a block
 * @param workingBytes the most that native libraries take by themselves at one time
 * @param cost the CPU time that it will probably take
 * @param warnings what will be ignored, as sentences for the {@code Warning} header
 */
public record PipelinePlan(
        PipelineRequest request,
        ImageHeader header,
        Decoder decoder,
        int eighths,
        ImageSpec decodedSpec,
        List<PlannedStep> steps,
        Encoder encoder,
        EncodeOptions options,
        ImageSpec resultSpec,
        boolean contiguous,
        long pixelBytes,
        long resultBytes,
        long workingBytes,
        PlanCost cost,
        List<String> warnings) {

    /** Copies the lists. */
    public PipelinePlan {
        steps = List.copyOf(steps);
        warnings = List.copyOf(warnings);
    }

    /** What admission reserves: storage and the libraries' own memory. */
    public long reservedBytes() {
        return Math.addExact(Math.addExact(pixelBytes, resultBytes), workingBytes);
    }
}
