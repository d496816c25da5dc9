package dev.quarry;

import dev.quarry.engine.WatchdogListener;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says about a job that does not end. */
final class WatchdogReport implements WatchdogListener {

    private static final Logger LOG = LoggerFactory.getLogger(WatchdogReport.class);

    @Override
    public void stuck(String job, Duration running, List<StackTraceElement> stack) {
        LOG.error(
                "Watchdog: {} has run for {} s and comes to no checkpoint; its worker is at\n{}",
                job,
                running.toSeconds(),
                stack.stream().map(frame -> "\tat " + frame).collect(Collectors.joining("\n")));
    }
}
