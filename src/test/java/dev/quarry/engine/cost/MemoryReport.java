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
 * the storage and the peak of what the thread has from {@code malloc}; of codecs of the Java platform also what they
 * allocate on the heap, which is more than they hold at one time.
 *
 * <p>Arguments: directories, and {@code -fallback} to leave native libraries out. It prints every request that used more than
 * was planned, or less than two thirds of it, and the parts of all requests that kept the promise.
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
                "requests %d, predicted >= used %.2f %%, also <= 1.5 x used + 1 MB %.2f %%",
                report.all, 100.0 * report.enough / report.all, 100.0 * report.near / report.all);
    }

    /** What one run used. */
    private record Used(long storage, long malloc, long heap) {

        long total() {
            return storage + malloc + heap;
        }
    }

    private void measure(Path file, String request, PipelinePlan plan, MemorySegment source) {
        Used least = run(plan, source);
        for (int i = 1; i < ROUNDS; i++) {
            Used next = run(plan, source);
            least = next.total() < least.total() ? next : least;
        }
        long planned = plan.reservedBytes();
        boolean isEnough = planned >= least.total();
        boolean isNear = planned <= 1.5 * least.total() + SLACK;
        all++;
        enough += isEnough ? 1 : 0;
        near += isEnough && isNear ? 1 : 0;
        if (!isEnough || !isNear) {
            RequestBench.say(
                    "%s %s ?%s: planned %d = pixels %d + result %d + libraries %d; used %d = storage %d + malloc %d + heap %d",
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
        boolean platform = usesHeap(plan.decoder().library().name())
                || usesHeap(plan.encoder().library().name());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long heapBefore = threads.getCurrentThreadAllocatedBytes();
        malloc.reset();
        long storage = bench.run(plan, source, StageListener.none());
        long library = malloc.bytes();
        long heap = threads.getCurrentThreadAllocatedBytes() - heapBefore;
        return new Used(storage, library, platform ? heap : 0);
    }

    private static boolean usesHeap(String library) {
        return library.equals("javax.imageio") || library.startsWith("TwelveMonkeys");
    }
}
