package dev.quarry;

import dev.quarry.engine.WarmUpListener;
import dev.quarry.kernel.KernelVariant;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says about the warm-up. */
final class WarmUpReport implements WarmUpListener {

    private static final Logger LOG = LoggerFactory.getLogger(WarmUpReport.class);

    @Override
    public void ready(Duration took, List<KernelVariant> cold) {
        LOG.info("Warm-up: ready for requests after {} ms; plain loops stand in for {}", took.toMillis(), cold);
    }

    @Override
    public void finished(Duration took, List<KernelVariant> cold) {
        if (cold.isEmpty()) {
            LOG.info("Warm-up: every kernel is compiled after {} ms", took.toMillis());
        } else {
            LOG.warn(
                    "Warm-up: plain loops go on standing in for {}, which did not become warm in {} ms",
                    cold,
                    took.toMillis());
        }
    }

    @Override
    public void failed(Throwable reason) {
        LOG.warn("Warm-up: a part of it failed, so that the first requests will be slow", reason);
    }
}
