package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.engine.fair.RecentClients;
import java.util.HashMap;
import java.util.Map;

/** How many jobs run, of whom, and for whom there is still a place. Not safe for use by several threads at once. */
final class WorkPlaces {

    private static final int MOST_CLIENTS = 1024;

    private final int workers;
    private final int reserve;
    private final Map<ClientId, Integer> runningOf = new HashMap<>();
    private final Map<ClientId, Long> lastTurnOf = new RecentClients<>(MOST_CLIENTS);
    private int running;
    private int runningLarge;
    private int runningReserve;
    private int guests;

    /**
     * All free.
     *
     * @param workers jobs that run at a time
     * @param reserve small jobs that run besides
     */
    WorkPlaces(int workers, int reserve) {
        this.workers = workers;
        this.reserve = reserve;
    }

    /** Whether a worker has nothing to do. */
    boolean workerIsFree() {
        return running < workers;
    }

    /** Whether a small job may run besides. */
    boolean reserveIsOpen() {
        return runningLarge >= workers && runningReserve < reserve;
    }

    /** Whether a job of this client may run besides, because somebody else has all the workers and it has none. */
    boolean guestIsWelcome(ClientId client) {
        return running >= workers && guests == 0 && runningOf.size() == 1 && !runningOf.containsKey(client);
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
        count(grant, 1);
        lastTurnOf.put(grant.job().client(), now);
        if (grant.place() == WorkPlace.WORKER) {
            runningOf.merge(grant.job().client(), 1, Integer::sum);
        }
    }

    /** A job has ended. */
    void leave(Grant grant) {
        count(grant, -1);
        if (grant.place() == WorkPlace.WORKER) {
            runningOf.computeIfPresent(grant.job().client(), (client, jobs) -> jobs == 1 ? null : jobs - 1);
        }
    }

    private void count(Grant grant, int change) {
        switch (grant.place()) {
            case WORKER -> {
                running += change;
                runningLarge += grant.job().size() == JobSize.LARGE ? change : 0;
            }
            case RESERVE -> runningReserve += change;
            case GUEST -> guests += change;
        }
    }
}
