package dev.quarry.engine.cost;

import com.sun.management.ThreadMXBean;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.StageListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what memory requests take and compares with what their plans reserve: a program, not a test. Used is the peak of
 * the storage and the growth of {@code malloc} meanwhile, which a second thread watches; of codecs of the Java
 * platform also what they allocate on the heap, which is more than they hold at one time.
 *
 * <p>Arguments: directories, and {@code -fallback} to leave native libraries out. It prints every request that used more than
 * was planned, or less than two thirds of it, and the parts of all requests that kept the promise.
 */
public final class MemoryReport {

    private static final int ROUNDS = 3;
    private static final long SLACK = 1 << 20;

    private final RequestBench bench;
    private final Watcher watcher = new Watcher();
    private int all;
    private int enough;
    private int near;
    private final List<String> broken = new ArrayList<>();

    private MemoryReport(RequestBench bench) {
        this.bench = bench;
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws IOException {
        MemoryReport report = new MemoryReport(new RequestBench(arguments));
        report.watcher.start();
        report.bench.forEach(report::measure);
        report.watcher.interrupt();
        report.broken.forEach(line -> RequestBench.say("%s", line));
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
            broken.add(
                    "%s %s ?%s: planned %d = pixels %d + result %d + libraries %d; used %d = storage %d + malloc %d + heap %d"
                            .formatted(
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
                                    least.heap()));
        }
    }

    private Used run(PipelinePlan plan, MemorySegment source) {
        boolean platform = usesHeap(plan.decoder().library().name())
                || usesHeap(plan.encoder().library().name());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long heapBefore = threads.getCurrentThreadAllocatedBytes();
        watcher.begin();
        long storage = bench.run(plan, source, new Unheard());
        long malloc = watcher.end();
        long heap = threads.getCurrentThreadAllocatedBytes() - heapBefore;
        return new Used(storage, malloc, platform ? heap : 0);
    }

    private static boolean usesHeap(String library) {
        return library.equals("javax.imageio") || library.startsWith("TwelveMonkeys");
    }

    /** A listener that keeps nothing. */
    private record Unheard() implements StageListener {

        @Override
        public void decoded(long nanos) {}

        @Override
        public void stepped(String label, long nanos) {}

        @Override
        public void encoded(long nanos) {}
    }

    /** Looks at malloc without a pause. */
    private static final class Watcher extends Thread {

        private final MallocInfo malloc = new MallocInfo();
        private final AtomicLong peak = new AtomicLong();
        private volatile boolean fresh;
        private long base;

        Watcher() {
            super("watcher");
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!isInterrupted()) {
                look();
            }
        }

        private synchronized long look() {
            long now = malloc.bytes();
            peak.accumulateAndGet(now, Math::max);
            fresh = true;
            return now;
        }

        void begin() {
            base = look();
            peak.set(base);
            fresh = false;
            // The watcher has to be awake.
            while (!fresh) {
                Thread.onSpinWait();
            }
        }

        long end() {
            return Math.max(peak.get(), look()) - base;
        }
    }
}
