package dev.quarry.metrics;

import static dev.quarry.metrics.ServiceMeters.*;

import dev.quarry.engine.EngineStats;
import dev.quarry.engine.TransformEngine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters of the queue and the workers. */
public final class EngineMeters implements MeterBinder {

    private final Snapshot<EngineStats> snapshot;

    /** Meters that read this engine's statistics. */
    public EngineMeters(TransformEngine engine) {
        this.snapshot = new Snapshot<>(engine::stats);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        SnapshotMeters<EngineStats> meters = new SnapshotMeters<>(registry, snapshot);
        meters.gauge(QUEUE_DEPTH, EngineStats::queueDepth);
        meters.gauge(QUEUE_CAPACITY, EngineStats::queueCapacity);
        meters.gauge(UPLOADS_WAITING, EngineStats::uploadsWaiting);
        meters.seconds(QUEUE_OLDEST, EngineStats::queueOldestNanos);
        meters.gauge(WORKERS_BUSY, EngineStats::workersBusy);
        meters.gauge(WORKERS_LIMIT, EngineStats::workersLimit);
        meters.seconds(JOB_OLDEST, EngineStats::oldestJobNanos);
        meters.counter(JOBS, EngineStats::completedJobs);
    }
}
