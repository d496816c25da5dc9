package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ServiceException;

/** Whether there is room in the queue for one more job, and when there will be. Not safe for use by several threads at once. */
final class QueueRoom {

    private final QueueLimits limits;
    private final JobLane small;
    private final JobLane large;
    private final Pace pace = new Pace();
    private long fullSince;
    private boolean full;

    /** The room that what waits in the lanes leaves. */
    QueueRoom(QueueLimits limits, JobLane small, JobLane large) {
        this.limits = limits;
        this.small = small;
        this.large = large;
    }

    /** The lane of jobs of this size. */
    JobLane lane(JobSize size) {
        return switch (size) {
            case SMALL -> small;
            case LARGE -> large;
        };
    }

    /** Refuses a job for which the queue or its client has no room. */
    void refuseIfFull(ClientId client, JobSize size, long costNanos) {
        int all = small.size() + large.size();
        int own = small.sizeOf(client) + large.sizeOf(client);
        long ownCost = small.costOf(client) + large.costOf(client);
        if (all >= limits.jobs()
                || all > 0 && cost() + costNanos > limits.costNanos()
                || lane(size).size() > 0 && duration(lane(size).costNanos() + costNanos) > limits.waitNanos()) {
            throw queueFull();
        }
        if (own >= limits.jobsOfOne()
                || own > 0 && ownCost + costNanos > limits.costOfOne()
                || lane(size).sizeOf(client) > 0
                        && duration(lane(size).costOf(client) + costNanos) > limits.waitOfOne()) {
            throw clientShare(client);
        }
    }

    /** What would only be answered with the news that its time is over is better refused now. */
    void refuseIfLate(ClientId client, JobSize size, long costNanos, long patienceNanos) {
        JobLane lane = lane(size);
        long ahead = lane.costAhead(client, costNanos);
        if (duration(ahead) > patienceNanos) {
            throw lane.costOf(client) > ahead / 2 ? clientShare(client) : queueFull();
        }
    }

    private ServiceException queueFull() {
        return EngineException.queueFull(small.size() + large.size(), limits.jobs(), retryAfterSeconds());
    }

    private ServiceException clientShare(ClientId client) {
        int own = small.sizeOf(client) + large.sizeOf(client);
        return EngineException.clientShare(own, limits.jobsOfOne(), retryAfterSeconds());
    }

    /** Counts how long a job took. */
    void notePace(long predictedNanos, long takenNanos) {
        pace.note(predictedNanos, takenNanos);
    }

    private long cost() {
        return small.costNanos() + large.costNanos();
    }

    private long duration(long costNanos) {
        return pace.duration(costNanos, limits.workers());
    }

    /** When what waits now will probably be done. */
    long retryAfterSeconds() {
        return EngineException.retryAfterSeconds(duration(cost()));
    }

    /** To be called after each change of what waits. */
    void noteFullness(long now) {
        boolean isFull = small.size() + large.size() >= limits.jobs() || cost() >= limits.costNanos();
        if (isFull && !full) {
            fullSince = now;
        }
        full = isFull;
    }

    /** How long there has been no room without a break, 0 when there is. */
    long fullNanos(long now) {
        return full ? now - fullSince : 0;
    }
}
