package dev.quarry.engine;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;

/** A job that was refused or stopped; the static methods name every reason. */
public final class EngineException extends ServiceException {

    /** The answer of a job for which there was no memory to make another one. */
    static final ServiceException UNANSWERED = new EngineException(
                    ErrorKind.MEMORY_EXHAUSTED, "no heap memory was left for this request; try again later")
            .with("retryAfter", 1L);

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long LONGEST_RETRY_SECONDS = 60;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private EngineException(ErrorKind kind, String detail) {
        super(kind, detail);
    }

    private EngineException(ErrorKind kind, String detail, Throwable cause) {
        super(kind, detail, cause);
    }

    /** Too many jobs wait already. */
    static ServiceException queueFull(int waiting, int limit, long retryAfterSeconds) {
        return new EngineException(
                        ErrorKind.QUEUE_FULL,
                        "%d requests wait already, with as much work as may wait; try again in %d s"
                                .formatted(waiting, retryAfterSeconds))
                .with("limit", limit)
                .with("actual", waiting)
                .with("retryAfter", retryAfterSeconds);
    }

    /** Too many jobs of this client wait already. */
    static ServiceException clientShare(int waiting, int limit, long retryAfterSeconds) {
        return new EngineException(
                        ErrorKind.CLIENT_SHARE_EXCEEDED,
                        "%d requests of this client wait already, with as much work as one client may have; try again in %d s"
                                .formatted(waiting, retryAfterSeconds))
                .with("limit", limit)
                .with("actual", waiting)
                .with("retryAfter", retryAfterSeconds);
    }

    /** Seconds after which work of so much time will probably be done, 1 to 60. */
    static long retryAfterSeconds(long nanos) {
        return Math.clamp(Math.ceilDiv(nanos, NANOS_PER_SECOND), 1, LONGEST_RETRY_SECONDS);
    }

    /** The service is shutting down. */
    public static ServiceException draining() {
        return new EngineException(ErrorKind.DRAINING, "the service is shutting down; another instance may answer")
                .with("retryAfter", 1L);
    }

    /** The plan can never have the memory that it needs. */
    public static ServiceException overBudget(long neededBytes, long budgetBytes) {
        return new EngineException(
                        ErrorKind.MEMORY_BUDGET_EXCEEDED,
                        "the request needs %d bytes of memory; at most %d can be given to one request"
                                .formatted(neededBytes, budgetBytes))
                .with("limit", budgetBytes)
                .with("actual", neededBytes);
    }

    /** The plan needs more CPU time than one request may take. */
    public static ServiceException overCost(long neededNanos, long limitNanos) {
        long needed = neededNanos / NANOS_PER_MILLI;
        long limit = limitNanos / NANOS_PER_MILLI;
        return new EngineException(
                        ErrorKind.COST_LIMIT_EXCEEDED,
                        "the request needs about %d ms of CPU time; one request may take %d".formatted(needed, limit))
                .with("limit", limit)
                .with("actual", needed);
    }

    /** The deadline passed; {@code where} says at what, such as {@code in the queue}. */
    public static ServiceException deadline(String where) {
        return new EngineException(ErrorKind.DEADLINE_EXCEEDED, "the deadline of the request passed " + where);
    }

    /** The share of uploads had no room in time. */
    static ServiceException noRoomForUpload(long wantedBytes, long shareBytes) {
        return new EngineException(
                        ErrorKind.MEMORY_EXHAUSTED,
                        "other uploads held the memory that this one of %d bytes needs; try again later"
                                .formatted(wantedBytes))
                .with("limit", shareBytes)
                .with("actual", wantedBytes)
                .with("retryAfter", 1L);
    }

    /** The client went away. */
    public static ServiceException cancelled() {
        return new EngineException(ErrorKind.CANCELLED, "the client closed the connection");
    }

    /** The Java heap ran out; only this request pays for it. */
    static ServiceException heapExhausted(OutOfMemoryError cause) {
        return new EngineException(
                        ErrorKind.MEMORY_EXHAUSTED, "no heap memory was left for this request; try again later", cause)
                .with("retryAfter", 1L);
    }

    /** The thread's stack ran out; only this request pays for it. */
    static ServiceException stackExhausted(StackOverflowError cause) {
        return new EngineException(ErrorKind.MEMORY_EXHAUSTED, "the stack was not deep enough for this request", cause)
                .with("retryAfter", 1L);
    }

    /** The job failed by a defect. */
    static ServiceException failed(Throwable cause) {
        return new EngineException(ErrorKind.INTERNAL, "the job failed unexpectedly", cause);
    }
}
