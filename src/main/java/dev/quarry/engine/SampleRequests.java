package dev.quarry.engine;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.pipeline.PipelineRequest;
import dev.quarry.pipeline.StageListener;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Requests of the usual kind, made up: a small picture of each format, read, made smaller and written. */
public final class SampleRequests {

    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.JPEG, ImageFormat.PNG, ImageFormat.WEBP);
    // Of 320 × 240: decoded at full size, and a JPEG at 1/4 and 1/8.
    private static final int WIDTH = 320;
    private static final List<String> QUERIES = List.of("resize=200x150", "resize=48x36", "resize=24x18");
    private static final int TINY_WIDTH = 64;
    private static final List<String> TINY_QUERIES = List.of("resize=40x30", "resize=12x9");

    private final CodecRegistry codecs;
    private final Kernels kernels;
    private final BlockStorage storage;
    private final PipelineParser parser;
    private final PipelinePlanner planner;
    private final PlanRunner runner;
    private final Scratch scratch = new Scratch();

    /** Requests that go the way of a client's from parser to encoder. */
    public SampleRequests(
            CodecRegistry codecs,
            Kernels kernels,
            BlockStorage storage,
            PipelineParser parser,
            PipelinePlanner planner,
            PlanRunner runner) {
        this.codecs = codecs;
        this.kernels = kernels;
        this.storage = storage;
        this.parser = parser;
        this.planner = planner;
        this.runner = runner;
    }

    /** Runs requests that take next to no work once, while {@code goOn} says so: classes are loaded and libraries bound. */
    void load(BooleanSupplier goOn) {
        run(TINY_WIDTH, TINY_QUERIES, 1, goOn);
    }

    /** Runs each request {@code rounds} times, while {@code goOn} says so. */
    void run(int rounds, BooleanSupplier goOn) {
        run(WIDTH, QUERIES, rounds, goOn);
    }

    private void run(int width, List<String> queries, int rounds, BooleanSupplier goOn) {
        List<SamplePicture> pictures = new ArrayList<>();
        try {
            for (Encoder encoder : encoders()) {
                pictures.add(SamplePicture.of(encoder, width, kernels, storage));
            }
            for (int round = 0; round < rounds; round++) {
                for (SamplePicture picture : pictures) {
                    for (String query : queries) {
                        if (goOn.getAsBoolean()) {
                            run(picture, query);
                        }
                    }
                }
            }
        } finally {
            pictures.forEach(SamplePicture::close);
        }
    }

    private List<Encoder> encoders() {
        return codecs.readableFormats().stream()
                .filter(FORMATS::contains)
                .flatMap(format -> codecs.encoderFor(format).stream())
                .toList();
    }

    private void run(SamplePicture picture, String query) {
        MemorySegment file = picture.bytes();
        PipelineRequest request = parser.parse(query, null);
        ImageHeader header = Objects.requireNonNull(codecs.readHeader(file, true));
        PipelinePlan plan = planner.plan(request, header, OutputRequest.anything(), file.byteSize());
        long mostBytes = plan.encoder().maxBytes(plan.resultSpec(), plan.options());
        try (StorageScope scope = storage.openScope("warm-up", plan.reservedBytes());
                GrowingBuffer result = scope.growingBuffer(mostBytes, storage.bytesWithin(plan.resultBytes()))) {
            runner.run(plan, file, scope, result, scratch, Checkpoint.none(), StageListener.none());
        }
    }
}
