package dev.quarry.engine.cost;

import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageHeader;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.StageListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures what requests cost and compares with what was predicted: a program, not a test. It runs every readable picture
 * of some directories through usual requests, prints for each part the CPU time, the table's prediction and what the tables
 * are linear in, and fits new coefficients for each kind of codec.
 *
 * <p>Arguments: directories, and {@code -fallback} to leave native libraries out.
 */
public final class CostReport {

    private static final int ROUNDS = 2;

    private final RequestBench bench;
    private final Map<String, List<Sample>> samples = new TreeMap<>();
    private final List<double[]> totals = new ArrayList<>();

    /** One measured part: what it is linear in, what was predicted, and what it took. */
    private record Sample(double[] amounts, double predictedNanos, double nanos) {}

    private CostReport(RequestBench bench) {
        this.bench = bench;
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws IOException {
        CostReport report = new CostReport(new RequestBench(arguments));
        // The first pass warms the code up.
        for (int pass = 0; pass < 2; pass++) {
            report.samples.clear();
            report.totals.clear();
            report.bench.forEach((file, request, plan, source) -> report.measure(plan, source));
        }
        report.print();
    }

    private void measure(PipelinePlan plan, MemorySegment source) {
        CpuUsage best = run(plan, source);
        for (int i = 1; i < ROUNDS; i++) {
            CpuUsage next = run(plan, source);
            best = next.totalNanos() < best.totalNanos() ? next : best;
        }
        record(plan, source.byteSize(), best);
    }

    private CpuUsage run(PipelinePlan plan, MemorySegment source) {
        CpuUsage used = CpuUsage.on(CpuUsage.threadClock());
        bench.run(plan, source, new Laps(used));
        return used;
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
                    plan.eighths() == Decoder.FULL_SIZE ? 0 : plan.decodedSpec().samples()
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
            RequestBench.say(
                    "%-90s n=%4d used/predicted: min %.2f median %.2f max %.2f, by time %.2f  fit %s",
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
        RequestBench.say(
                "requests %d, predicted within 2x or 2 ms: %.1f %%", totals.size(), 100.0 * near / totals.size());
    }

    private static boolean isNear(double[] total) {
        double ratio = total[1] / total[0];
        return ratio > 0.5 && ratio < 2 || Math.abs(total[1] - total[0]) < 2e6;
    }
}
