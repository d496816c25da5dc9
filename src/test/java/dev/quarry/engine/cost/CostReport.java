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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Measures what requests cost and compares with what was predicted: a program, not a test. It runs every readable picture
 * of some directories through usual requests, prints for each part the CPU time, the table's prediction and what the tables
 * are linear in, and fits new coefficients for each kind of codec.
 *
 * <p>Arguments: directories, {@code -fallback} to leave native libraries out, {@code -rounds=N}.
 */
public final class CostReport {

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
    private final CodecRegistry codecs;
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), PipelineSettings.defaults());
    private final PipelinePlanner planner;
    private final PipelineRunner runner;
    private final Scratch scratch = new Scratch();
    private final Map<String, List<Sample>> samples = new TreeMap<>();
    private final List<double[]> totals = new ArrayList<>();
    private final int rounds;

    /** One measured part: what it is linear in, what was predicted, and what it took. */
    private record Sample(double[] amounts, double predictedNanos, double nanos) {}

    private CostReport(boolean nativeLibraries, int rounds) {
        this.rounds = rounds;
        codecs = CodecRegistry.load(new CodecSettings(nativeLibraries));
        planner =
                new PipelinePlanner(codecs, storage, new ImageLimits(100_000_000, 65_535), PipelineSettings.defaults());
        runner = new PipelineRunner(codecs, Kernels.best(KernelChoice.AUTO), PipelineSettings.defaults());
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws IOException {
        boolean nativeLibraries = true;
        int rounds = 3;
        List<Path> files = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.equals("-fallback")) {
                nativeLibraries = false;
            } else if (argument.startsWith("-rounds=")) {
                rounds = Integer.parseInt(argument.substring("-rounds=".length()));
            } else {
                try (Stream<Path> found = Files.walk(Path.of(argument))) {
                    found.filter(Files::isRegularFile).sorted().forEach(files::add);
                }
            }
        }
        CostReport report = new CostReport(nativeLibraries, rounds);
        for (int round = 0; round <= rounds; round++) {
            report.samples.clear();
            report.totals.clear();
            files.forEach(report::measure);
        }
        report.print();
    }

    private void measure(Path file) {
        try (Arena arena = Arena.ofShared()) {
            byte[] bytes = Files.readAllBytes(file);
            MemorySegment source = arena.allocate(Math.max(1, bytes.length)).copyFrom(MemorySegment.ofArray(bytes));
            ImageHeader header = codecs.readHeader(source, true);
            for (String request : REQUESTS) {
                if (header != null) {
                    measure(source, header, request);
                }
            }
        } catch (ServiceException unreadable) {
            // Corpora hold files that must be refused; they cost nothing.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void measure(MemorySegment source, ImageHeader header, String request) {
        try {
            PipelinePlan plan =
                    planner.plan(parser.parse(request, null), header, OutputRequest.anything(), source.byteSize());
            CpuUsage best = run(plan, source);
            for (int i = 1; i < rounds; i++) {
                CpuUsage next = run(plan, source);
                best = next.totalNanos() < best.totalNanos() ? next : best;
            }
            record(plan, source.byteSize(), best);
        } catch (ServiceException refused) {
            // Not every request is possible with every picture.
        }
    }

    private CpuUsage run(PipelinePlan plan, MemorySegment source) {
        long most = plan.encoder().maxBytes(plan.resultSpec(), plan.options());
        try (StorageScope scope = storage.openScope("cost", plan.reservedBytes() * 2);
                GrowingBuffer output = scope.growingBuffer(most)) {
            CpuUsage used = CpuUsage.on(CpuUsage.threadClock());
            runner.run(plan, source, scope, output, scratch, Checkpoint.none(), new Laps(used));
            return used;
        }
    }

    /** Tells the end of each part. */
    private record Laps(CpuUsage used) implements StageListener {

        @Override
        public void decoded(long nanos) {
            used.decoded();
        }

        @Override
        public void stepped(String label, long nanos) {
            used.stepped();
        }

        @Override
        public void encoded(long nanos) {
            used.encoded();
        }
    }

    private void record(PipelinePlan plan, long sourceBytes, CpuUsage used) {
        ImageHeader header = plan.header();
        add(
                "decode %s %s%s %s"
                        .formatted(
                                header.format().label(),
                                plan.decoder().library().name(),
                                header.staged() ? " staged" : "",
                                header.model() + (header.bitDepth() > 8 ? " 16" : "")),
                new double[] {
                    1,
                    sourceBytes,
                    header.spec().samples(),
                    plan.scaleDenominator() == 1 ? 0 : plan.decodedSpec().samples()
                },
                plan.cost().decodeNanos(),
                used.decodeNanos());
        for (int i = 0; i < plan.steps().size(); i++) {
            add(
                    "step " + plan.steps().get(i).label() + " "
                            + plan.steps().get(i).transform().getClass().getSimpleName(),
                    new double[] {1, plan.steps().get(i).output().samples()},
                    plan.cost().stepNanos().get(i),
                    used.stepNanos().get(i));
        }
        add(
                "encode %s %s %s"
                        .formatted(
                                plan.encoder().format().label(),
                                plan.encoder().library().name(),
                                plan.options().toString().replaceAll("EncodeOptions|quality=\\d+, |chroma=\\w+, ", "")),
                new double[] {
                    1,
                    plan.encoder().expectedBytes(plan.resultSpec(), plan.options()),
                    plan.resultSpec().samples()
                },
                plan.cost().encodeNanos(),
                used.encodeNanos());
        totals.add(new double[] {plan.cost().totalNanos(), used.totalNanos()});
    }

    private void add(String kind, double[] amounts, double predictedNanos, double nanos) {
        samples.computeIfAbsent(kind, unknown -> new ArrayList<>()).add(new Sample(amounts, predictedNanos, nanos));
    }

    private void print() {
        samples.forEach((kind, all) -> {
            double[] ratios = all.stream()
                    .mapToDouble(s -> s.nanos / s.predictedNanos)
                    .sorted()
                    .toArray();
            double weight = all.stream().mapToDouble(s -> s.nanos).sum()
                    / all.stream().mapToDouble(s -> s.predictedNanos).sum();
            System.out.printf(
                    Locale.ROOT,
                    "%-90s n=%4d used/predicted: min %.2f median %.2f max %.2f, by time %.2f  fit %s%n",
                    kind,
                    ratios.length,
                    ratios[0],
                    ratios[ratios.length / 2],
                    ratios[ratios.length - 1],
                    weight,
                    LinearFit.show(LinearFit.of(
                            all.stream().map(Sample::amounts).toList(),
                            all.stream().mapToDouble(Sample::nanos).toArray())));
        });
        long near = totals.stream().filter(CostReport::isNear).count();
        System.out.printf(
                Locale.ROOT,
                "requests %d, predicted within 2x or 2 ms: %.1f %%%n",
                totals.size(),
                100.0 * near / totals.size());
    }

    private static boolean isNear(double[] total) {
        double ratio = total[1] / total[0];
        return ratio > 0.5 && ratio < 2 || Math.abs(total[1] - total[0]) < 2e6;
    }
}
