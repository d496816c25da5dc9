package dev.quarry.storage;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/** A profiler of JMH that tells what one operation cost the system: {@code -prof dev.quarry.storage.ProcessCostProfiler}. */
public final class ProcessCostProfiler implements InternalProfiler {

    private ProcessCost start = new ProcessCost(0, 0, 0);

    @Override
    public String getDescription() {
        return "user and system time, minor faults and resident memory";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT) {
            ProcessCost.forgetPeak();
        }
        start = ProcessCost.now();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        ProcessCost cost = ProcessCost.now().since(start);
        double operations = result.getMetadata().getAllOps();
        return List.of(
                scalar("user", cost.userMillis() / operations, "ms/op"),
                scalar("system", cost.systemMillis() / operations, "ms/op"),
                scalar("minor faults", cost.minorFaults() / operations, "1/op"),
                new ScalarResult("peak resident", ProcessCost.peakResidentBytes() / 1e6, "MB", AggregationPolicy.MAX));
    }

    private static ScalarResult scalar(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }
}
