package dev.quarry.engine;

import dev.quarry.codec.ImageFormat;
import dev.quarry.engine.fair.JobSize;
import org.jspecify.annotations.Nullable;

/** Told what happens to requests: the engine tells of jobs, the web tells of outcomes. Called by many threads at once. */
public interface RequestListener {

    /** A request has ended; {@code format} is the source's, null when it was never known. */
    default void finished(RequestOutcome outcome, @Nullable ImageFormat format, long nanos) {}

    /** A request was refused. */
    default void rejected(RejectReason reason) {}

    /** A source of this format, size in pixels and in bytes was admitted to the queue. */
    default void admitted(ImageFormat format, long pixels, long bytes) {}

    /** A job of this size waited this long for a worker and its memory. */
    default void started(JobSize size, long waitNanos) {}

    /** A source was decoded. */
    default void decoded(ImageFormat format, long nanos) {}

    /** The step with this label was done. */
    default void stepped(String label, long nanos) {}

    /** A result was encoded. */
    default void encoded(ImageFormat format, long nanos) {}

    /** A job succeeded with a result of so many bytes; it had planned for and really used so much memory. */
    default void completed(ImageFormat format, long resultBytes, long plannedBytes, long usedBytes) {}

    /** A job succeeded; it was predicted to take, and really took, so much CPU time. */
    default void costed(long predictedNanos, long usedNanos) {}

    /** A listener that does nothing. */
    static RequestListener none() {
        return new RequestListener() {};
    }
}
