package dev.quarry.engine;

import dev.quarry.kernel.KernelVariant;
import java.time.Duration;
import java.util.List;

/** Told how the warm-up goes, by its own thread. */
public interface WarmUpListener {

    /** Requests are welcome from now on; plain loops stand in for the kernels that are {@code cold}. */
    void ready(Duration took, List<KernelVariant> cold);

    /** Nothing more will be done. */
    void finished(Duration took, List<KernelVariant> cold);

    /** A part of it ended by {@code reason}; the service works all the same, its first requests more slowly. */
    void failed(Throwable reason);
}
