package dev.quarry.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A thread that looks at the running jobs from time to time and tells of each that has run too long. */
final class Watchdog implements AutoCloseable {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int LOOKS = 4;

    private final WorkerPool workers;
    private final Duration limit;
    private final WatchdogListener listener;
    private final Thread thread;
    private final Set<Job> told = new HashSet<>();

    /** Starts to watch for jobs that run longer than {@code limit}. */
    Watchdog(WorkerPool workers, Duration limit, WatchdogListener listener) {
        this.workers = workers;
        this.limit = limit;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("quarry-watchdog").daemon(true).start(this::watch);
    }

    private void watch() {
        Duration part = limit.dividedBy(LOOKS);
        Duration pause = part.compareTo(LONGEST_PAUSE) < 0 ? part : LONGEST_PAUSE;
        try {
            while (true) {
                Thread.sleep(pause);
                look(System.nanoTime());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(long now) {
        told.retainAll(workers.running().keySet());
        workers.running().forEach((job, run) -> {
            long nanos = now - run.startNanos();
            if (nanos > limit.toNanos() && told.add(job)) {
                listener.stuck(
                        job.request().name(),
                        Duration.ofNanos(nanos),
                        List.of(run.thread().getStackTrace()));
            }
        });
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
