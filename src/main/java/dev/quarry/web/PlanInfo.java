package dev.quarry.web;

import dev.quarry.codec.Decoder;
import dev.quarry.engine.AdmissionControl;
import dev.quarry.engine.cost.JobCost;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.pipeline.PipelinePlan;
import java.util.List;
import java.util.Locale;

/**
 * A plan, as clients see it.
 *
 * @param source what the image's header says
 * @param decodeScale by what its sides are divided while decoding: 1, 2, 2.667, 4 or 8
 * @param decoded the picture that decoding gives
 * @param steps the client's steps and the conversions put between them
 * @param result the picture that is encoded
 * @param format what it is encoded in
 * @param memory the bytes that the request would take
 * @param cost the CPU time that it would probably take
 * @param limits that apply
 * @param warnings what would be ignored
 */
record PlanInfo(
        ImageInfo source,
        double decodeScale,
        Shape decoded,
        List<Step> steps,
        Shape result,
        String format,
        Memory memory,
        Cost cost,
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

    /** Predicted bytes, by what they are for; {@code limit} is the most that {@code total} may be. */
    record Memory(long upload, long pixels, long result, long libraries, long total, long limit) {}

    /** Predicted milliseconds of CPU time; {@code limit} is the most that {@code total} may be. */
    record Cost(double decode, double steps, double encode, double total, double limit) {

        private static final double NANOS_PER_MILLI = 1e6;

        static Cost of(JobCost cost, long limitNanos) {
            return new Cost(
                    millis(cost.decodeNanos()),
                    millis(cost.stepsNanos()),
                    millis(cost.encodeNanos()),
                    millis(cost.totalNanos()),
                    millis(limitNanos));
        }

        private static double millis(long nanos) {
            return Math.round(nanos / NANOS_PER_MILLI * 1000) / 1000.0;
        }
    }

    /** Limits on pictures. */
    record Limits(long pixels, int side) {}

    static PlanInfo of(PipelinePlan plan, long uploadBytes, AdmissionControl admission, ImageLimits limits) {
        return new PlanInfo(
                ImageInfo.of(plan.header()),
                (double) Decoder.FULL_SIZE / plan.eighths(),
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
                        plan.reservedBytes() + uploadBytes,
                        admission.limitBytes(uploadBytes) + uploadBytes),
                Cost.of(admission.cost(plan), admission.costLimitNanos()),
                new Limits(limits.maxPixels(), limits.maxSide()),
                plan.warnings());
    }
}
