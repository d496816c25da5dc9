package dev.quarry.web;

import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.pipeline.PipelinePlan;
import java.util.List;
import java.util.Locale;

/**
 * A plan, as clients see it.
 *
 * @param source what the image's header says
 * @param decodeScale by what its sides are divided while decoding
 * @param decoded the picture that decoding gives
 * @param steps the client's steps and the conversions put between them
 * @param result the picture that is encoded
 * @param format what it is encoded in
 * @param memory the bytes that the request would take
 * @param limits that apply
 * @param warnings what would be ignored
 */
record PlanInfo(
        ImageInfo source,
        int decodeScale,
        Shape decoded,
        List<Step> steps,
        Shape result,
        String format,
        Memory memory,
        Limits limits,
        List<String> warnings) {

    /** A picture's size and colour model. */
    record Shape(int width, int height, String colorSpace) {

        static Shape of(ImageSpec spec) {
            return new Shape(
                    spec.width(),
                    spec.height(),
                    spec.model().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    /** A step and the picture after it. */
    record Step(String operation, Shape output) {}

    /** Predicted bytes, by what they are for; {@code total} is what {@code limit} must have room for, the upload has a share of its own. */
    record Memory(long upload, long pixels, long result, long libraries, long total, long limit) {}

    /** Limits on pictures. */
    record Limits(long pixels, int side) {}

    static PlanInfo of(PipelinePlan plan, long uploadBytes, long limitBytes, ImageLimits limits) {
        return new PlanInfo(
                ImageInfo.of(plan.header()),
                plan.scaleDenominator(),
                Shape.of(plan.decodedSpec()),
                plan.steps().stream()
                        .map(step -> new Step(step.label(), Shape.of(step.output())))
                        .toList(),
                Shape.of(plan.resultSpec()),
                plan.encoder().format().label(),
                new Memory(
                        uploadBytes,
                        plan.pixelBytes(),
                        plan.resultBytes(),
                        plan.workingBytes(),
                        plan.reservedBytes(),
                        limitBytes),
                new Limits(limits.maxPixels(), limits.maxSide()),
                plan.warnings());
    }
}
