package dev.quarry.metrics;

import static dev.quarry.metrics.ServiceMeters.*;

import dev.quarry.engine.EngineSettings;
import dev.quarry.engine.EngineStats;
import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.fair.JobSize;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters of the queue and the workers. */
public final class EngineMeters implements MeterBinder {

    private final Snapshot<EngineStats> snapshot;
    private final long deadlineNanos;

    /** Meters that read this engine's statistics, and the setting that they are compared with. */
    public EngineMeters(TransformEngine engine, EngineSettings settings) {
        this.snapshot = new Snapshot<>(engine::stats);
        this.deadlineNanos = settings.deadline().toNanos();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        SnapshotMeters<EngineStats> meters = new SnapshotMeters<>(registry, snapshot);
        for (JobSize size : JobSize.values()) {
            meters.gauge(QUEUE_DEPTH, stats -> stats.lane(size).depth(), size.label());
            meters.seconds(QUEUE_COST, stats -> stats.lane(size).costNanos(), size.label());
            meters.seconds(QUEUE_OLDEST, stats -> stats.lane(size).oldestNanos(), size.label());
        }
        meters.gauge(QUEUE_CAPACITY, EngineStats::queueCapacity);
        meters.gauge(UPLOADS_WAITING, EngineStats::uploadsWaiting);
        meters.gauge(REFUSALS_WAITING, EngineStats::refusalsWaiting);
        meters.gauge(WORKERS_BUSY, EngineStats::workersBusy);
        meters.gauge(WORKERS_LIMIT, EngineStats::workersLimit);
        meters.seconds(JOB_OLDEST, EngineStats::oldestJobNanos);
        meters.seconds(ENGINE_DEADLINE, stats -> deadlineNanos);
        meters.counter(JOBS, EngineStats::completedJobs);
    }
}
