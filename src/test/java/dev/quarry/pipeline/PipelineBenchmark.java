package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import dev.quarry.pipeline.PipelineBench.SourcePicture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Whole requests without HTTP, and beside them what they cannot do without: decoding, encoding, and one copy. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class PipelineBenchmark {

    /** What is asked for. */
    public enum Request {
        /** The usual smaller picture. */
        JPEG_720(ImageFormat.JPEG, 2725, 2225, 1, "resize=720x"),
        /** A thumbnail of a large photograph. */
        JPEG_300(ImageFormat.JPEG, 6000, 4000, 1, "resize=300x"),
        /** A telephone's photograph, stored lying, in another format. */
        WEBP_1200(ImageFormat.JPEG, 4032, 3024, 6, "resize=1200x&format=webp&quality=80"),
        /** A drawing with alpha. */
        PNG_256(ImageFormat.PNG, 1024, 1024, 1, "resize=256x"),
        /** Several steps at full size. */
        STEPS(ImageFormat.JPEG, 2725, 2225, 1, "crop=2400x1800+100+50&rotate=90&flop&grayscale");

        private final SourcePicture picture;
        private final String query;

        Request(ImageFormat format, int width, int height, int orientation, String query) {
            this.picture = new SourcePicture(format, width, height, orientation);
            this.query = query;
        }
    }

    /** The bench that the request is run on. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
    public static class Run {

        /** What is asked for. */
        @Param
        public Request request;

        /** Who computes. */
        @Param("AUTO")
        public KernelChoice kernels;

        private PipelineBench bench;

        /** Writes the source picture. */
        @Setup
        public void open() {
            CodecRegistry codecs = CodecRegistry.load(new CodecSettings(true));
            bench = new PipelineBench(codecs, Kernels.best(kernels), request.picture, request.query);
        }

        /** Returns all memory. */
        @TearDown
        public void close() {
            bench.close();
        }
    }

    /** Fresh memory that the storage took during an iteration. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class FreshMemory {

        /** How often it took some; never once it is warm. */
        public long commits;

        private long before;

        /** Looks at the counter. */
        @Setup(Level.Iteration)
        public void before(Run run) {
            before = run.bench.storage().commits();
        }

        /** Looks again. */
        @TearDown(Level.Iteration)
        public void after(Run run) {
            commits = run.bench.storage().commits() - before;
        }
    }

    /** Parser, header, planner. */
    @Benchmark
    public PipelinePlan plan(Run run) {
        return run.bench.plan();
    }

    /** Decoding, the steps, encoding. */
    @Benchmark
    public long whole(Run run, FreshMemory fresh) {
        return run.bench.run();
    }

    /** Decoding alone. */
    @Benchmark
    public long decode(Run run, FreshMemory fresh) {
        return run.bench.decode();
    }

    /** Encoding alone. */
    @Benchmark
    public long encode(Run run, FreshMemory fresh) {
        return run.bench.encode();
    }

    /** Copying the decoded picture. */
    @Benchmark
    public long copy(Run run, FreshMemory fresh) {
        return run.bench.copy();
    }
}
