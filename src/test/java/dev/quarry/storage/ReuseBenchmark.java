package dev.quarry.storage;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Memory taken, every byte of it written once, and given back, by the storage and by others. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields before it calls
public class ReuseBenchmark {

    /** Who provides the memory. */
    @Param({"POOL", "POOL_COLD", "CONFINED", "SHARED", "AUTO", "HEAP", "MALLOC", "NETTY_POOLED", "NETTY_ADAPTIVE"})
    public ComparedAllocator.Kind allocator;

    /** How much: bytes, or the sides of an RGB picture. */
    @Param({"1048576", "16777216", "67108864", "512x512", "1024x1024", "2560x1639", "3840x2160", "7680x4320"})
    public String size;

    private ComparedAllocator<?> opened;
    private long bytes;
    private byte value;

    /** Opens the allocator. */
    @Setup
    public void open() {
        opened = allocator.open();
        int cross = size.indexOf('x');
        bytes = cross < 0
                ? Long.parseLong(size)
                : 3 * Long.parseLong(size.substring(0, cross)) * Long.parseLong(size.substring(cross + 1));
    }

    /** Closes the allocator. */
    @TearDown
    public void close() {
        opened.close();
    }

    /** One piece. */
    @Benchmark
    public void allocateTouchRelease() {
        touch(opened);
    }

    private <T> void touch(ComparedAllocator<T> source) {
        T piece = source.allocate(bytes);
        source.memory(piece, bytes).fill(value++);
        source.release(piece);
    }
}
