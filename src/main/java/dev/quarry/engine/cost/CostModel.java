package dev.quarry.engine.cost;

import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PlannedStep;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Predicts the CPU time of jobs: the tables of codecs and transforms, multiplied by a correction for each decoder, each
 * encoder and each operation, which follows what was measured. Safe for use by several threads at once.
 */
public final class CostModel {

    private static final Correction NONE = new Correction();

    // Keys are the process's decoders and encoders and the labels of its operations, so there are few.
    private final Map<Object, Correction> corrections = new ConcurrentHashMap<>();

    /** The time that {@code plan} will probably take. */
    public JobCost predict(PipelinePlan plan) {
        double steps = 0;
        List<PlannedStep> planned = plan.steps();
        for (int i = 0; i < planned.size(); i++) {
            steps += plan.cost().stepNanos().get(i) * factor(planned.get(i).label());
        }
        return new JobCost(
                Math.round(plan.cost().decodeNanos() * factor(plan.decoder())),
                Math.round(steps),
                Math.round(plan.cost().encodeNanos() * factor(plan.encoder())));
    }

    private double factor(Object kind) {
        return corrections.getOrDefault(kind, NONE).factor();
    }

    /** Counts what a finished job took. */
    public void learn(PipelinePlan plan, CpuUsage used) {
        learn(plan.decoder(), plan.cost().decodeNanos(), used.decodeNanos());
        List<PlannedStep> planned = plan.steps();
        for (int i = 0; i < planned.size(); i++) {
            learn(
                    planned.get(i).label(),
                    plan.cost().stepNanos().get(i),
                    used.stepNanos().get(i));
        }
        // How often it was encoded to fit is not known.
        if (plan.request().output().maxBytes() == null) {
            learn(plan.encoder(), plan.cost().encodeNanos(), used.encodeNanos());
        }
    }

    private void learn(Object kind, long tableNanos, long usedNanos) {
        corrections.computeIfAbsent(kind, unknown -> new Correction()).learn(tableNanos, usedNanos);
    }
}
