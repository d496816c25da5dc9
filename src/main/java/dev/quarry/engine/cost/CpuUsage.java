package dev.quarry.engine.cost;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The CPU time that the parts of one job really took. For the thread that does the job. */
public final class CpuUsage {

    private final LongSupplier clock;
    private final List<Long> stepNanos = new ArrayList<>();
    private long last;
    private long decodeNanos;
    private long encodeNanos;

    private CpuUsage(LongSupplier clock) {
        this.clock = clock;
        this.last = clock.getAsLong();
    }

    /** Starts to count on {@code clock}, in nanoseconds. */
    public static CpuUsage on(LongSupplier clock) {
        return new CpuUsage(clock);
    }

    /** The CPU time of the thread that asks; time on the wall where the JVM cannot tell. */
    public static LongSupplier threadClock() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads::getCurrentThreadCpuTime
                : System::nanoTime;
    }

    /** Decoding has ended. */
    public void decoded() {
        decodeNanos = lap();
    }

    /** The next step has ended. */
    public void stepped() {
        stepNanos.add(lap());
    }

    /** Encoding has ended. */
    public void encoded() {
        encodeNanos = lap();
    }

    private long lap() {
        long now = clock.getAsLong();
        long nanos = now - last;
        last = now;
        return nanos;
    }

    long decodeNanos() {
        return decodeNanos;
    }

    long encodeNanos() {
        return encodeNanos;
    }

    List<Long> stepNanos() {
        return stepNanos;
    }

    /** All of it. */
    public long totalNanos() {
        return decodeNanos
                + encodeNanos
                + stepNanos.stream().mapToLong(Long::longValue).sum();
    }
}
