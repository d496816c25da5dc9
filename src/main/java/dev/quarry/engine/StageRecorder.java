package dev.quarry.engine;

import dev.quarry.engine.cost.CpuUsage;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.StageListener;
import java.util.ArrayList;
import java.util.List;

/** The stage times of one job, kept for its answer and passed on to the listener. */
final class StageRecorder implements StageListener {

    private final PipelinePlan plan;
    private final RequestListener listener;
    private final CpuUsage cpu;
    private final List<StageTime> stages = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    StageRecorder(PipelinePlan plan, RequestListener listener, CpuUsage cpu) {
        this.plan = plan;
        this.cpu = cpu;
        this.listener = listener;
        this.warnings.addAll(plan.warnings());
    }

    @Override
    public void warned(String sentence) {
        warnings.add(sentence);
    }

    void queued(JobSize size, long nanos) {
        stages.add(new StageTime("queue", nanos));
        listener.started(size, nanos);
    }

    @Override
    public void decoded(long nanos) {
        cpu.decoded();
        stages.add(new StageTime("decode", nanos));
        listener.decoded(plan.header().format(), nanos);
    }

    @Override
    public void stepped(String label, long nanos) {
        cpu.stepped();
        stages.add(new StageTime(label, nanos));
        listener.stepped(label, nanos);
    }

    @Override
    public void encoded(long nanos) {
        cpu.encoded();
        stages.add(new StageTime("encode", nanos));
        listener.encoded(plan.encoder().format(), nanos);
    }

    List<StageTime> stages() {
        return stages;
    }

    List<String> warnings() {
        return warnings;
    }
}
