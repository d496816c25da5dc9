package dev.quarry.engine.cost;

import com.sun.management.ThreadMXBean;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.StageListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * Measures what memory requests take and compares with what their plans reserve: a program, not a test. Used is the peak of
 * the storage and the peak of what the thread has from {@code malloc}; of a codec of the Java platform what it
 * allocates on the heap, where that is more: it holds less at one time, and the other codec works before or after it. Reserved is what was planned and what was asked for on
 * the way, when the picture was known.
 *
 * <p>Arguments: directories, and {@code -fallback} to leave native libraries out. It prints every request that used more than
 * was reserved, or less than two thirds of it, and the parts of all requests that kept the promise.
 */
public final class MemoryReport {

    private static final int ROUNDS = 2;
    private static final long SLACK = 1 << 20;

    private final RequestBench bench;
    private final MallocPeak malloc = new MallocPeak();
    private int all;
    private int enough;
    private int near;

    private MemoryReport(RequestBench bench) {
        this.bench = bench;
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws IOException {
        MemoryReport report = new MemoryReport(new RequestBench(arguments));
        report.bench.forEach(report::measure);
        RequestBench.say(
                "requests %d, reserved >= used %.2f %%, also <= 1.5 x used + 1 MB %.2f %%",
                report.all, 100.0 * report.enough / report.all, 100.0 * report.near / report.all);
    }

    /** What one run used. */
    private record Used(long reserved, long storage, long malloc, long heap) {

        long total() {
            return storage + Math.max(malloc, heap);
        }
    }

    private void measure(Path file, String request, PipelinePlan plan, MemorySegment source) {
        Used least = run(plan, source);
        for (int i = 1; i < ROUNDS; i++) {
            Used next = run(plan, source);
            least = next.total() < least.total() ? next : least;
        }
        long planned = least.reserved();
        boolean isEnough = planned >= least.total();
        boolean isNear = planned <= 1.5 * least.total() + SLACK;
        all++;
        enough += isEnough ? 1 : 0;
        near += isEnough && isNear ? 1 : 0;
        if (!isEnough || !isNear) {
            RequestBench.say(
                    "%s %s ?%s: reserved %d, planned pixels %d + result %d + libraries %d; used %d = storage %d + malloc %d + heap %d",
                    isEnough ? "MUCH  " : "LITTLE",
                    file.getFileName(),
                    request,
                    planned,
                    plan.pixelBytes(),
                    plan.resultBytes(),
                    plan.workingBytes(),
                    least.total(),
                    least.storage(),
                    least.malloc(),
                    least.heap());
        }
    }

    private Used run(PipelinePlan plan, MemorySegment source) {
        HeapOfCodecs heap = new HeapOfCodecs(plan);
        malloc.reset();
        RequestBench.Memory storage = bench.run(plan, source, heap);
        return new Used(storage.reservedBytes(), storage.usedBytes(), malloc.bytes(), heap.bytes);
    }

    /** What codecs of the Java platform allocate while they work. */
    private static final class HeapOfCodecs implements StageListener {

        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final PipelinePlan plan;
        private long last = threads.getCurrentThreadAllocatedBytes();
        private long bytes;

        HeapOfCodecs(PipelinePlan plan) {
            this.plan = plan;
        }

        @Override
        public void decoded(long nanos) {
            count(usesHeap(plan.decoder().library().name()));
        }

        @Override
        public void stepped(String label, long nanos) {
            count(false);
        }

        @Override
        public void encoded(long nanos) {
            count(usesHeap(plan.encoder().library().name()));
        }

        private void count(boolean isPlatform) {
            long now = threads.getCurrentThreadAllocatedBytes();
            bytes = isPlatform ? Math.max(bytes, now - last) : bytes;
            last = threads.getCurrentThreadAllocatedBytes();
        }
    }

    private static boolean usesHeap(String library) {
        return library.equals("javax.imageio") || library.startsWith("TwelveMonkeys");
    }
}
