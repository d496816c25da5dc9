package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.ImageTooLargeException;
import dev.quarry.image.Orientation;
import dev.quarry.operation.StorageCost;
import dev.quarry.operation.Transform;
import dev.quarry.operation.Turn;
import dev.quarry.storage.BlockStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Turns a request and a header into a plan, or refuses. Safe for use by several threads at once. */
public final class PipelinePlanner {

    private static final String ORIENTATION = "orient";
    // A largest size is looked for by bisection, in up to seven more encodings and seldom in all of them.
    private static final int ENCODINGS_FOR_SIZE = 4;
    private static final int TYPICAL_SAMPLES_PER_BYTE = 8;

    private final CodecRegistry codecs;
    private final BlockStorage storage;
    private final ImageLimits limits;
    private final DecodeScale decodeScale;
    private final FormatChooser formats;

    /** A planner for these codecs, this storage's block sizes and budget, and these limits. */
    public PipelinePlanner(CodecRegistry codecs, BlockStorage storage, ImageLimits limits, PipelineSettings settings) {
        this.codecs = codecs;
        this.storage = storage;
        this.limits = limits;
        this.decodeScale = new DecodeScale(settings.reducingGap());
        this.formats = new FormatChooser(codecs);
    }

    /**
     * Plans a request.
     *
     * @param accepted the media ranges of the {@code Accept} header, for format {@code auto}
     * @param sourceBytes size of the source, which stays in memory meanwhile; −1 while it is not known
     * @throws dev.quarry.error.ServiceException when the request cannot be done with such an image
     */
    public PipelinePlan plan(
            PipelineRequest request, ImageHeader header, List<OutputRequest.AcceptedType> accepted, long sourceBytes) {
        limits.check(header.width(), header.height(), "the image");
        Decoder decoder = codecs.decoderFor(header);
        Orientation orientation = request.autoOrient() ? header.orientation() : Orientation.NONE;
        // At full size first: what is refused does not depend on how the picture is decoded.
        draft(request, orientation, decoder.decodedSpec(header, Decoder.FULL_SIZE));
        int eighths = decodeScale.choose(decoder, header, transforms(request, orientation));
        ImageSpec decoded = decoder.decodedSpec(header, eighths);
        PlanDraft draft = draft(request, orientation, decoded);

        boolean alpha = draft.current().model().hasAlpha();
        Encoder encoder = formats.choose(request.output(), header.format(), alpha, accepted);
        EncodeOptions options = FormatOptions.of(request.output(), encoder.format());
        checkSide(draft.current(), encoder);
        draft.convertTo(encoder.inputSpec(draft.current(), options));
        PipelinePlan plan = assemble(request, header, decoder, eighths, draft, decoded, encoder, options, sourceBytes);
        checkBudget(plan, sourceBytes);
        return plan;
    }

    private PlanDraft draft(PipelineRequest request, Orientation orientation, ImageSpec decoded) {
        PlanDraft draft = new PlanDraft(limits, decoded);
        if (orientation != Orientation.NONE) {
            draft.add(ORIENTATION, "the image", new Turn(orientation));
        }
        request.steps().forEach(draft::add);
        return draft;
    }

    private static List<Function<ImageSpec, List<Transform>>> transforms(
            PipelineRequest request, Orientation orientation) {
        List<Function<ImageSpec, List<Transform>>> steps = new ArrayList<>();
        steps.add(picture -> Turn.of(orientation));
        for (PipelineStep step : request.steps()) {
            steps.add(step.operation()::transforms);
        }
        return steps;
    }

    private static void checkSide(ImageSpec result, Encoder encoder) {
        int side = Math.max(result.width(), result.height());
        if (side > encoder.maxSide()) {
            throw new ImageTooLargeException(
                    "the result is %d×%d pixels; %s holds at most %d on a side"
                            .formatted(
                                    result.width(),
                                    result.height(),
                                    encoder.format().label(),
                                    encoder.maxSide()),
                    encoder.maxSide(),
                    side);
        }
    }

    private PipelinePlan assemble(
            PipelineRequest request,
            ImageHeader header,
            Decoder decoder,
            int eighths,
            PlanDraft draft,
            ImageSpec decoded,
            Encoder encoder,
            EncodeOptions options,
            long sourceBytes) {
        boolean contiguous = encoder.needsContiguousPlanes();
        ImageSpec result = draft.current();
        MemoryForecast memory = new MemoryForecast(new StorageCost(storage, contiguous));
        memory.decoded(decoded, decoder.scratchBytes(header, eighths));
        ImageSpec before = decoded;
        for (PlannedStep step : draft.steps()) {
            memory.ran(step.transform(), before, step.output());
            before = step.output();
        }
        memory.encoded(encoder.scratchBytes(result, options));
        ColorProfile profile = ColorProfile.of(header, result.model());
        List<String> warnings = new ArrayList<>(FormatOptions.warnings(request.output(), encoder.format()));
        warnings.addAll(profile.warnings());
        return new PipelinePlan(
                request,
                header,
                decoder,
                eighths,
                decoded,
                draft.steps(),
                encoder,
                options,
                result,
                contiguous,
                memory.peakBytes(),
                storage.bytesFor(encoder.expectedBytes(result, options) + profile.keptBytes()),
                Math.max(decoder.workingBytes(header, eighths), encoder.workingBytes(result, options)),
                cost(
                        header,
                        decoder,
                        eighths,
                        draft,
                        decoded,
                        encoder,
                        options,
                        request.output().maxBytes() != null,
                        sourceBytes),
                warnings);
    }

    private static PlanCost cost(
            ImageHeader header,
            Decoder decoder,
            int eighths,
            PlanDraft draft,
            ImageSpec decoded,
            Encoder encoder,
            EncodeOptions options,
            boolean mayRepeat,
            long sourceBytes) {
        ImageSpec before = decoded;
        List<Long> steps = new ArrayList<>();
        for (PlannedStep step : draft.steps()) {
            steps.add(step.transform().cpuNanos(before));
            before = step.output();
        }
        long bytes = sourceBytes >= 0 ? sourceBytes : header.spec().samples() / TYPICAL_SAMPLES_PER_BYTE;
        return new PlanCost(
                decoder.cpuNanos(header, eighths, bytes),
                steps,
                (mayRepeat ? ENCODINGS_FOR_SIZE : 1) * encoder.cpuNanos(draft.current(), options));
    }

    private void checkBudget(PipelinePlan plan, long sourceBytes) {
        long needed = Math.addExact(plan.reservedBytes(), Math.max(0, sourceBytes));
        if (needed > storage.budgetBytes()) {
            throw new MemoryBudgetExceededException(needed, storage.budgetBytes());
        }
    }
}
