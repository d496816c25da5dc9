package dev.quarry.engine;

import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a look at the checkpoint costs, which every band of 64 rows begins with. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CheckpointBenchmark {

    private final Job job = new Job(
            new TransformJob(
                    "benchmark",
                    PlanFixture.plan(1, 1),
                    MemorySegment.NULL,
                    Deadline.after(Duration.ofHours(1)),
                    ClientId.NOBODY,
                    ClientConnection.unobserved()),
            new JobCost(1, 1, 1),
            JobSize.SMALL,
            System.nanoTime());

    /** One look. */
    @Benchmark
    public void check() {
        job.check();
    }
}
