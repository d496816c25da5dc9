package dev.quarry.engine;

import dev.quarry.error.ServiceException;
import dev.quarry.pipeline.PipelinePlan;
import java.util.concurrent.atomic.AtomicLong;

/** The door of the engine: what can never be done is refused before it costs anything. Safe for use by several threads. */
public final class AdmissionControl {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double SMOOTHING = 0.1;
    private static final long LONGEST_RETRY_SECONDS = 60;

    private final long budgetBytes;
    private final long uploadBytes;
    private final int workers;
    private final AtomicLong meanJobNanos = new AtomicLong(NANOS_PER_SECOND / 10);

    /** Admits plans to an engine of {@code workers} threads; a plan can have what uploads cannot hold. */
    AdmissionControl(long budgetBytes, long uploadBytes, int workers) {
        this.budgetBytes = budgetBytes;
        this.uploadBytes = uploadBytes;
        this.workers = workers;
    }

    /**
     * Refuses a plan that can never be run.
     *
     * @param sourceBytes memory that the upload holds meanwhile
     * @throws ServiceException naming the needed and the possible bytes
     */
    public void check(PipelinePlan plan, long sourceBytes) {
        long limit = limitBytes(sourceBytes);
        if (plan.reservedBytes() > limit) {
            throw EngineException.overBudget(plan.reservedBytes(), limit);
        }
    }

    /** The most memory that a plan can ever have beside an upload of {@code sourceBytes}. */
    public long limitBytes(long sourceBytes) {
        return budgetBytes - Math.max(uploadBytes, sourceBytes);
    }

    /** Learns from a job that took {@code nanos} of a worker. */
    void learn(long nanos) {
        meanJobNanos.updateAndGet(mean -> Math.round(mean + SMOOTHING * (nanos - mean)));
    }

    /** When a refused client may come back: the time that {@code waitingJobs} take at the recent pace, 1 to 60 s. */
    long retryAfterSeconds(int waitingJobs) {
        double nanos = (double) meanJobNanos.get() * waitingJobs / workers;
        return Math.clamp((long) Math.ceil(nanos / NANOS_PER_SECOND), 1, LONGEST_RETRY_SECONDS);
    }
}
