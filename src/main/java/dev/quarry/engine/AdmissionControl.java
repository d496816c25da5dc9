package dev.quarry.engine;

import dev.quarry.engine.cost.CostModel;
import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ServiceException;
import dev.quarry.pipeline.PipelinePlan;

/** The door of the engine: what can never be done is refused before it costs anything. Safe for use by several threads at once. */
public final class AdmissionControl {

    private final long largeBytes;
    private final long smallBytes;
    private final long uploadBytes;
    private final long costLimitNanos;
    private final long smallCostNanos;
    private final CostModel costs;

    /**
     * Admits plans.
     *
     * @param largeBytes the most memory of a job, while uploads hold no more than {@code uploadBytes}
     * @param smallBytes the most memory of a small job
     * @param costLimitNanos the most predicted time of a job
     * @param smallCostNanos the most predicted time of a small job
     */
    AdmissionControl(
            long largeBytes,
            long smallBytes,
            long uploadBytes,
            long costLimitNanos,
            long smallCostNanos,
            CostModel costs) {
        this.largeBytes = largeBytes;
        this.smallBytes = smallBytes;
        this.uploadBytes = uploadBytes;
        this.costLimitNanos = costLimitNanos;
        this.smallCostNanos = smallCostNanos;
        this.costs = costs;
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

    /** The class of a job. */
    JobSize sizeOf(PipelinePlan plan, JobCost cost) {
        return cost.totalNanos() <= smallCostNanos && plan.reservedBytes() <= smallBytes
                ? JobSize.SMALL
                : JobSize.LARGE;
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
        return largeBytes - Math.max(0, sourceBytes - uploadBytes);
    }
}
