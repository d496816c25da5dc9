package dev.quarry.engine;

import java.time.Duration;
import java.util.List;

/** Told of jobs that run much longer than any may: they do not come to a checkpoint, so nothing else can end them. */
@FunctionalInterface
public interface WatchdogListener {

    /**
     * A job is stuck; told once for each.
     *
     * @param job its name
     * @param running for how long it has run
     * @param stack where its worker is now
     */
    void stuck(String job, Duration running, List<StackTraceElement> stack);
}
