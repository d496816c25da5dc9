package dev.quarry.engine;

import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ServiceException;
import dev.quarry.operation.Checkpoint;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request's place in the engine: waiting, then running, then done. Its answer is given exactly once. */
final class Job implements Checkpoint {

    private final TransformJob request;
    private final JobCost cost;
    private final JobSize size;
    private final long queuedNanos;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable ServiceException stop;
    private volatile @Nullable TransformResult result;
    private volatile @Nullable ServiceException failure;

    Job(TransformJob request, JobCost cost, JobSize size, long queuedNanos) {
        this.size = size;
        this.request = request;
        this.cost = cost;
        this.queuedNanos = queuedNanos;
    }

    TransformJob request() {
        return request;
    }

    /** What it will probably cost, as predicted when it was made. */
    JobCost cost() {
        return cost;
    }

    /** Its class. */
    JobSize size() {
        return size;
    }

    /** Who asked. */
    ClientId client() {
        return request.client();
    }

    /** The memory that it must have to run. */
    long reservedBytes() {
        return request.plan().reservedBytes();
    }

    /** When it was made, on {@link System#nanoTime}'s clock. */
    long queuedNanos() {
        return queuedNanos;
    }

    /** Makes the next {@link #check} throw {@code reason}. */
    void stop(ServiceException reason) {
        stop = reason;
    }

    /** Whether the client has gone; asked by one thread at a time, not after the answer. */
    synchronized boolean isClientGone() {
        return done.getCount() > 0 && request.connection().isGone();
    }

    /** Between row bands: throws when somebody stopped the job or its deadline has passed. */
    @Override
    public void check() {
        ServiceException reason = stop;
        if (reason != null) {
            throw reason;
        }
        if (request.deadline().hasPassed()) {
            throw EngineException.deadline("while it was worked on");
        }
    }

    synchronized void succeed(TransformResult answer) {
        result = answer;
        done.countDown();
    }

    synchronized void fail(ServiceException reason) {
        failure = reason;
        done.countDown();
    }

    /** Answers with {@code reason} unless there is an answer already. */
    synchronized void failIfUnanswered(ServiceException reason) {
        if (done.getCount() > 0) {
            fail(reason);
        }
    }

    /** Waits for the answer; false when it has not come within {@code nanos}. */
    boolean await(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The answer, after {@link #await} said that it is there. */
    TransformResult answer() {
        ServiceException reason = failure;
        if (reason != null) {
            throw reason;
        }
        TransformResult answer = result;
        if (answer == null) {
            throw new IllegalStateException("job " + request.name() + " has no answer yet");
        }
        return answer;
    }
}
