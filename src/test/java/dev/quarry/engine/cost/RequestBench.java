package dev.quarry.engine.cost;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageHeader;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ImageLimits;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.pipeline.PipelineRunner;
import dev.quarry.pipeline.PipelineSettings;
import dev.quarry.pipeline.StageListener;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Every readable picture of some directories in usual requests, for the programs that compare plans with what was used. */
final class RequestBench {

    private static final long BUDGET = 1L << 30;
    private static final List<String> REQUESTS = List.of(
            "",
            "resize=200x",
            "resize=1000x,filter:bicubic&format=jpeg&quality=90",
            "resize=3000x,enlarge:true&format=jpeg&progressive=true",
            "resize=1000x&format=png",
            "resize=600x&format=png&compression=1",
            "resize=600x&format=png&compression=9",
            "resize=500x&format=png&progressive=true",
            "resize=900x&format=webp",
            "resize=900x&format=webp&effort=0",
            "resize=600x&format=webp&effort=2",
            "resize=600x&format=webp&effort=6",
            "resize=500x&format=webp&lossless=true",
            "resize=400x&format=webp&lossless=true&effort=0",
            "resize=300x&format=webp&lossless=true&effort=6",
            "crop=10x10+0+0&format=jpeg",
            "rotate=90&format=jpeg&quality=50",
            "rotate=30&resize=1000x&format=jpeg",
            "flip&grayscale&resize=50x40,fit:fill&format=png",
            "invert&pad=10&format=jpeg");

    private final BlockStorage storage = BlockStorage.open(StorageSettings.defaults(BUDGET, 2));
    private final List<Path> files = new ArrayList<>();
    private final CodecRegistry codecs;
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), PipelineSettings.defaults());
    private final PipelinePlanner planner;
    private final PipelineRunner runner;
    private final Scratch scratch = new Scratch();

    /**
     * A bench.
     *
     * @param arguments directories or files; {@code -fallback} leaves native libraries out
     */
    RequestBench(String... arguments) throws IOException {
        codecs = CodecRegistry.load(new CodecSettings(!List.of(arguments).contains("-fallback")));
        planner =
                new PipelinePlanner(codecs, storage, new ImageLimits(100_000_000, 65_535), PipelineSettings.defaults());
        runner = new PipelineRunner(codecs, Kernels.best(KernelChoice.AUTO), PipelineSettings.defaults());
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                try (Stream<Path> found = Files.walk(Path.of(argument))) {
                    found.filter(Files::isRegularFile).sorted().forEach(files::add);
                }
            }
        }
    }

    /** What is done with one request. */
    @FunctionalInterface
    interface Visitor {

        /** A request that can be run. */
        void visit(Path file, String request, PipelinePlan plan, MemorySegment source);
    }

    /** Tells every request of every readable picture that can be planned. */
    void forEach(Visitor visitor) {
        files.forEach(file -> forEach(file, visitor));
    }

    private void forEach(Path file, Visitor visitor) {
        try (Arena arena = Arena.ofShared()) {
            byte[] bytes = Files.readAllBytes(file);
            MemorySegment source = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
            source.copyFrom(MemorySegment.ofArray(bytes));
            ImageHeader header = codecs.readHeader(source, true);
            for (String request : REQUESTS) {
                if (header != null) {
                    visit(file, request, header, source, visitor);
                }
            }
        } catch (ServiceException unreadable) {
            // Corpora hold files that must be refused; they cost nothing.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void visit(Path file, String request, ImageHeader header, MemorySegment source, Visitor visitor) {
        try {
            PipelinePlan plan =
                    planner.plan(parser.parse(request, null), header, OutputRequest.anything(), source.byteSize());
            visitor.visit(file, request, plan, source);
        } catch (ServiceException refused) {
            // Not every request is possible with every picture.
        }
    }

    /** The storage of one run. */
    record Memory(long reservedBytes, long usedBytes) {}

    /** Runs a plan in scopes of exactly what it reserves, and says what they had in the end and how much was used. */
    Memory run(PipelinePlan plan, MemorySegment source, StageListener stages) {
        long most = plan.encoder().maxBytes(plan.resultSpec(), plan.options());
        try (StorageScope scope = storage.openScope("report", plan.pixelBytes() + plan.workingBytes());
                StorageScope resultScope = storage.openScope("report result", plan.resultBytes());
                GrowingBuffer output = resultScope.growingBuffer(most)) {
            runner.run(plan, source, scope, output, scratch, Checkpoint.none(), stages);
            return new Memory(
                    scope.reservedBytes() + resultScope.reservedBytes(), scope.peakBytes() + resultScope.peakBytes());
        }
    }

    /** Prints a line. */
    static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
