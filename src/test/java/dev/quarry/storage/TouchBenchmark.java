package dev.quarry.storage;

import dev.quarry.storage.SystemMemory.UnavailableException;
import java.util.concurrent.TimeUnit;
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

/** Writing every byte of memory that the system has to provide first, and of memory that was written before. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
public class TouchBenchmark {

    /** How much. */
    @Param({"1", "16", "64"})
    public int megabytes;

    /** Whether the pages go back to the system before each time, which is not part of what is measured. */
    @Param({"true", "false"})
    public boolean fresh;

    /** Whether the kernel may back the memory with huge pages. */
    @Param({"false", "true"})
    public boolean hugePages;

    private MmapMemory memory;
    private long bytes;
    private byte value;

    /** Maps the memory. */
    @Setup
    public void open() throws UnavailableException {
        bytes = (long) megabytes << 20;
        memory = MmapMemory.open(bytes, hugePages);
    }

    /** Gives the pages back, or only passes as much time with a call of the system. */
    @Setup(Level.Invocation)
    public void prepare() {
        if (!memory.giveBack(fresh ? 0 : bytes, bytes)) {
            throw new IllegalStateException("the system keeps its pages");
        }
    }

    /** Unmaps the memory. */
    @TearDown
    public void close() {
        memory.close();
    }

    /** One pass. */
    @Benchmark
    public void touch() {
        memory.segment().asSlice(0, bytes).fill(value++);
    }
}
