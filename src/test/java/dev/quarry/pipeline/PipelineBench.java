package dev.quarry.pipeline;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.OperationContext;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import dev.quarry.storage.StorageStats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A bench on which one request is run again and again without HTTP, as a worker runs it: the whole of it, or its parts. Used
 * by one thread; closing proves that nothing leaked.
 */
final class PipelineBench implements AutoCloseable {

    private static final long BUDGET = 512L << 20;
    private static final int SOURCE_QUALITY = 85;
    private static final EncodeOptions SOURCE_OPTIONS =
            new EncodeOptions(SOURCE_QUALITY, false, ChromaSubsampling.S420, 6);
    private static final PipelineSettings SETTINGS = PipelineSettings.defaults();

    // Without decay, which would take some of what is idle between the runs of a slow codec.
    private final BlockStorage storage =
            BlockStorage.open(StorageSettings.defaults(BUDGET, 2).withDecay(StorageSettings.NEVER));
    private final StorageScope own = storage.openScope("bench", BUDGET / 4);
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), SETTINGS);
    private final Scratch scratch = new Scratch();
    private final CodecRegistry codecs;
    private final Kernels kernels;
    private final String query;
    private final PipelinePlanner planner;
    private final PipelineRunner runner;
    private final GrowingBuffer file;
    private final MemorySegment source;
    private final PipelinePlan plan;
    private final Image decoded;
    private final Image result;

    /** The request {@code query} on a picture that is written by this machine's own encoder. */
    PipelineBench(CodecRegistry codecs, Kernels kernels, SourcePicture picture, String query) {
        this.codecs = codecs;
        this.kernels = kernels;
        this.query = query;
        planner = new PipelinePlanner(codecs, storage, new ImageLimits(100_000_000, 65_535), SETTINGS);
        runner = new PipelineRunner(codecs, kernels, SETTINGS);
        file = write(picture);
        source = file.bytes();
        plan = plan();
        decoded = decodeIn(own);
        result = transformed();
    }

    /**
     * A source picture.
     *
     * @param format its file format, lossy with 4:2:0 where it can be
     * @param width as stored
     * @param height as stored
     * @param exifOrientation 1 to 8; other than 1 for JPEG only
     */
    record SourcePicture(ImageFormat format, int width, int height, int exifOrientation) {}

    private GrowingBuffer write(SourcePicture picture) {
        Encoder encoder = codecs.encoderFor(picture.format()).orElseThrow();
        ImageSpec spec =
                encoder.inputSpec(ImageSpec.of(picture.width(), picture.height(), ColorModel.RGBA), SOURCE_OPTIONS);
        try (StorageScope painter = storage.openScope("painter", BUDGET / 2);
                GrowingBuffer written = painter.growingBuffer(encoder.maxBytes(spec, SOURCE_OPTIONS));
                Image image = Image.allocate(painter, spec, encoder.needsContiguousPlanes())) {
            SyntheticPhoto.paint(image);
            encoder.encode(image, SOURCE_OPTIONS, new byte[0], written, new CodecContext(painter, kernels, () -> {}));
            byte[] bytes = written.bytes().toArray(ValueLayout.JAVA_BYTE);
            byte[] oriented =
                    picture.exifOrientation() == 1 ? bytes : JpegFixture.oriented(bytes, picture.exifOrientation());
            GrowingBuffer kept = own.growingBuffer(oriented.length);
            kept.append(MemorySegment.ofArray(oriented));
            return kept;
        }
    }

    /** Size of the source file. */
    long sourceBytes() {
        return source.byteSize();
    }

    /** What a request does before it waits for a worker: parses, reads the header, plans. */
    PipelinePlan plan() {
        PipelineRequest request = parser.parse(query, null);
        ImageHeader header = Objects.requireNonNull(codecs.readHeader(source, true));
        return planner.plan(request, header, OutputRequest.anything(), source.byteSize());
    }

    /** Decodes, runs the steps and encodes, in a scope of its own; the length of the result. */
    long run() {
        try (StorageScope scope = openScope();
                GrowingBuffer output = output(scope)) {
            runner.run(plan, source, scope, output, scratch, Checkpoint.none(), new RecordingStages());
            return output.length();
        }
    }

    /** Decodes only, as the plan says. */
    long decode() {
        try (StorageScope scope = openScope();
                Image image = decodeIn(scope)) {
            return image.plane(0).row(0);
        }
    }

    /** Encodes the picture that the steps give; the length of the result. */
    long encode() {
        try (StorageScope scope = openScope();
                GrowingBuffer output = output(scope)) {
            plan.encoder().encode(result, plan.options(), new byte[0], output, context(scope));
            return output.length();
        }
    }

    /** Copies the decoded picture: the least that a step over all of its samples can cost. */
    long copy() {
        try (StorageScope scope = openScope();
                Image target = Image.allocate(scope, decoded.spec(), plan.contiguous())) {
            for (int band = 0; band < target.planes().size(); band++) {
                copy(decoded.plane(band), target.plane(band));
            }
            return target.plane(0).row(0);
        }
    }

    private static void copy(Plane from, Plane to) {
        for (int y = 0; y < from.height(); y++) {
            MemorySegment.copy(from.memory(), from.row(y), to.memory(), to.row(y), from.width());
        }
    }

    private StorageScope openScope() {
        return storage.openScope("run", plan.reservedBytes());
    }

    private GrowingBuffer output(StorageScope scope) {
        return scope.growingBuffer(plan.encoder().maxBytes(plan.resultSpec(), plan.options()), plan.resultBytes());
    }

    private CodecContext context(StorageScope scope) {
        return new CodecContext(scope, kernels, () -> {});
    }

    private Image decodeIn(StorageScope scope) {
        return plan.decoder().decode(source, plan.header(), plan.eighths(), plan.contiguous(), context(scope));
    }

    private Image transformed() {
        OperationContext operations = new OperationContext(
                own, kernels, scratch, new ResampleWeightsCache(1 << 20), Checkpoint.none(), plan.contiguous());
        Image image = decodeIn(own);
        for (PlannedStep step : plan.steps()) {
            image = step.transform().apply(image, operations);
        }
        return image;
    }

    /** The storage's counters. */
    StorageStats storage() {
        return storage.stats();
    }

    @Override
    public void close() {
        result.close();
        decoded.close();
        file.close();
        own.close();
        StorageStats left = storage.stats();
        if (left.usedBytes() != 0 || left.leaks() != 0) {
            throw new IllegalStateException("memory is left: " + left);
        }
        storage.close();
    }
}
