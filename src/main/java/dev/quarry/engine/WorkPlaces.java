package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.engine.fair.RecentClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How many jobs run, of whom, and for whom there is still a place. Not safe for use by several threads at once. */
final class WorkPlaces {

    private static final int MOST_CLIENTS = 1024;
    private static final long MUCH_DEARER = 2;

    private final int workers;
    private final int reserve;
    private final long turnNanos;
    private final List<Job> atWork = new ArrayList<>();
    private final Map<ClientId, Long> lastTurnOf = new RecentClients<>(MOST_CLIENTS);
    private int runningLarge;
    private int runningReserve;
    private int guests;
    private long guestSince;
    private long guestEnd;
    private long guestRest;

    /**
     * All free.
     *
     * @param workers jobs that run at a time
     * @param reserve small jobs that run besides
     * @param turnNanos the most that a guest may cost beside jobs that are much dearer
     */
    WorkPlaces(int workers, int reserve, long turnNanos) {
        this.workers = workers;
        this.reserve = reserve;
        this.turnNanos = turnNanos;
    }

    /** Whether a worker has nothing to do. */
    boolean workerIsFree() {
        return atWork.size() < workers;
    }

    /** Whether a small job may run besides. */
    boolean reserveIsOpen() {
        return runningLarge >= workers && runningReserve < reserve;
    }

    /** Whether a job may run besides that {@link #guestIsWelcome} finds welcome. */
    boolean mayHaveGuest(long now) {
        return !workerIsFree() && guests == 0 && guestRestNanos(now) == 0;
    }

    /**
     * For how long no guest may come yet: half as long as the last one was there, so that guests, of whom there may be an
     * endless stream, take at most two thirds of a processor from the others, who have a lower priority.
     */
    long guestRestNanos(long now) {
        return guestRest == 0 ? 0 : Math.max(0, guestRest - (now - guestEnd));
    }

    /**
     * Whether this job may run besides, because its client has no worker and those who have would keep it waiting: one client
     * that has all of them, or jobs that are all much dearer than one that takes no more than a turn.
     */
    boolean guestIsWelcome(Job job) {
        long cost = job.cost().totalNanos();
        ClientId first = atWork.getFirst().client();
        boolean ofOneClient = true;
        boolean muchDearer = cost <= turnNanos;
        for (Job running : atWork) {
            if (running.client().equals(job.client())) {
                return false;
            }
            ofOneClient &= running.client().equals(first);
            muchDearer &= running.cost().totalNanos() >= MUCH_DEARER * cost;
        }
        return ofOneClient || muchDearer;
    }

    /**
     * How long a job has waited for others than its own client: since its client had its last turn, as far as that is
     * remembered.
     */
    long patienceNanos(Job job, long now) {
        long sinceQueued = now - job.queuedNanos();
        Long lastTurn = lastTurnOf.get(job.client());
        return lastTurn == null ? sinceQueued : Math.min(sinceQueued, now - lastTurn);
    }

    /** A job begins. */
    void enter(Grant grant, long now) {
        lastTurnOf.put(grant.job().client(), now);
        switch (grant.place()) {
            case WORKER -> {
                atWork.add(grant.job());
                runningLarge += grant.job().size() == JobSize.LARGE ? 1 : 0;
            }
            case RESERVE -> runningReserve++;
            case GUEST -> {
                guests++;
                guestSince = now;
            }
        }
    }

    /** A job has ended. */
    void leave(Grant grant, long now) {
        switch (grant.place()) {
            case WORKER -> {
                atWork.remove(grant.job());
                runningLarge -= grant.job().size() == JobSize.LARGE ? 1 : 0;
            }
            case RESERVE -> runningReserve--;
            case GUEST -> {
                guests--;
                guestEnd = now;
                guestRest = (now - guestSince) / 2;
            }
        }
    }
}
