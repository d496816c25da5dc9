package dev.quarry.pipeline;

import dev.quarry.error.ServiceException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.operation.Conversions;
import dev.quarry.operation.Operation;
import dev.quarry.operation.Place;
import dev.quarry.operation.Rescale;
import dev.quarry.operation.Transform;
import java.util.ArrayList;
import java.util.List;

/** The steps of a plan while they are put together, with the shape of the picture after each. */
final class PlanDraft {

    private static final String CONVERSION = "convert";

    private final ImageLimits limits;
    private final ImageSpec start;
    private final List<PlannedStep> steps = new ArrayList<>();

    /** No steps yet, on a picture of this shape. */
    PlanDraft(ImageLimits limits, ImageSpec start) {
        this.limits = limits;
        this.start = start;
    }

    /** The steps so far. */
    List<PlannedStep> steps() {
        return steps;
    }

    /** The shape after the steps so far. */
    ImageSpec current() {
        return steps.isEmpty() ? start : steps.getLast().output();
    }

    /** Adds a client's step and the conversions that it needs. */
    void add(PipelineStep step) {
        Operation operation = step.operation();
        String name = operation.type().name();
        Place place = Place.step(step.index(), name);
        try {
            for (Transform transform : operation.transforms(current())) {
                add(name, "the picture after " + place.words(), transform);
            }
        } catch (ServiceException e) {
            throw place.located(e);
        }
    }

    /**
     * Adds a transform and the conversions that it needs.
     *
     * @param what names the picture afterwards in a refusal
     */
    void add(String label, String what, Transform transform) {
        convertTo(transform.inputSpec(current()));
        ImageSpec output = transform.outputSpec(current());
        limits.check(output.width(), output.height(), what);
        steps.add(new PlannedStep(label, transform, output));
    }

    /** Adds the conversions to this shape of the same size. */
    void convertTo(ImageSpec wanted) {
        if (!current().equals(wanted)) {
            rescaleChromaFor(wanted);
        }
        for (Transform conversion : Conversions.between(current(), wanted)) {
            steps.add(new PlannedStep(CONVERSION, conversion, conversion.outputSpec(current())));
        }
    }

    /** Lets a resize that comes last bring chroma to the resolution that is needed next, instead of resampling it twice. */
    private void rescaleChromaFor(ImageSpec wanted) {
        if (current().model() == ColorModel.YCBCR
                && !wanted.model().isGray()
                && !steps.isEmpty()
                && steps.getLast().transform() instanceof Rescale rescale) {
            PlannedStep last = steps.removeLast();
            Transform better =
                    rescale.with(wanted.model() == ColorModel.YCBCR ? wanted.subsampling() : ChromaSubsampling.S444);
            steps.add(new PlannedStep(last.label(), better, better.outputSpec(current())));
        }
    }
}
