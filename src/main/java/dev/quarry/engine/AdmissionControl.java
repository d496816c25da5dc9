package dev.quarry.engine;

import dev.quarry.engine.cost.CostModel;
import dev.quarry.engine.cost.JobCost;
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
    private final long costLimitNanos;
    private final CostModel costs;
    private final AtomicLong meanJobNanos = new AtomicLong(NANOS_PER_SECOND / 10);

    /** Admits plans to an engine of {@code workers} threads; a plan can have what uploads cannot hold. */
    AdmissionControl(long budgetBytes, long uploadBytes, int workers, long costLimitNanos, CostModel costs) {
        this.costLimitNanos = costLimitNanos;
        this.costs = costs;
        this.budgetBytes = budgetBytes;
        this.uploadBytes = uploadBytes;
        this.workers = workers;
    }

    /**
     * Refuses a plan that can never be run.
     *
     * @param sourceBytes memory that the upload holds meanwhile
     * @return what it will probably cost
     * @throws ServiceException naming what is needed and what is possible
     */
    public JobCost check(PipelinePlan plan, long sourceBytes) {
        long limit = limitBytes(sourceBytes);
        if (plan.reservedBytes() > limit) {
            throw EngineException.overBudget(plan.reservedBytes(), limit);
        }
        JobCost cost = costs.predict(plan);
        if (cost.totalNanos() > costLimitNanos) {
            throw EngineException.overCost(cost.totalNanos(), costLimitNanos);
        }
        return cost;
    }

    /** The CPU time that a plan will probably take. */
    public JobCost cost(PipelinePlan plan) {
        return costs.predict(plan);
    }

    /** The most CPU time that a plan may be predicted to take. */
    public long costLimitNanos() {
        return costLimitNanos;
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
