package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.engine.fair.TurnQueue;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waiting jobs of one size, and the places of those to come. Not safe for use by several threads at once. */
final class JobLane {

    private static final int MOST_DEBTORS = 1024;

    private final JobSize size;
    private final double weight;
    private final TurnQueue<Job> turns;
    private final LinkedHashSet<Job> arrivals = new LinkedHashSet<>();
    private final KeptPlaces places = new KeptPlaces();

    // Predicted time given to this lane, divided by its weight: the lane that has had less is next.
    private double served;

    /**
     * An empty lane.
     *
     * @param weight its part of the workers, against the other lane's, while both wait
     * @param quantumNanos predicted time that a client may have in one turn
     */
    JobLane(JobSize size, double weight, long quantumNanos) {
        this.size = size;
        this.weight = weight;
        this.turns = new TurnQueue<>(quantumNanos, MOST_DEBTORS);
    }

    TurnQueue<Job> turns() {
        return turns;
    }

    KeptPlaces places() {
        return places;
    }

    /** Jobs that wait or will. */
    int size() {
        return turns.size() + places.size();
    }

    /** What they cost together. */
    long costNanos() {
        return turns.cost() + places.costNanos();
    }

    int sizeOf(ClientId client) {
        return turns.sizeOf(client) + places.sizeOf(client);
    }

    long costOf(ClientId client) {
        return turns.costOf(client) + places.costOf(client);
    }

    /** What will at least be given out before a further job of {@code client} that costs {@code jobNanos}. */
    long costAhead(ClientId client, long jobNanos) {
        Set<ClientId> others = new HashSet<>();
        turns.forEachClient(others::add);
        places.forEachClient(others::add);
        others.remove(client);
        long own = costOf(client);
        long ahead = own;
        for (ClientId other : others) {
            ahead += Math.min(costOf(other), own + jobNanos);
        }
        return ahead;
    }

    double served() {
        return served;
    }

    /** Adds a job; a lane that was idle has no right to what it did not use meanwhile. */
    void add(Job job, double servedOfOther) {
        if (arrivals.isEmpty()) {
            served = Math.max(served, servedOfOther);
        }
        turns.add(job.client(), job, job.cost().totalNanos());
        arrivals.addLast(job);
    }

    /** The job whose turn it is. */
    @Nullable
    Job peek() {
        return turns.peek();
    }

    /** The first job that is wanted, in the order of turns, of those that are next among their client's; null when none is. */
    @Nullable
    Job find(Predicate<Job> wanted) {
        return turns.find(wanted);
    }

    /** Takes a job out that is the next of its client. */
    void poll(Job job) {
        if (turns.poll(job.client()) != job) {
            throw new IllegalStateException(
                    "job " + job.request().name() + " is not its client's next " + size + " one");
        }
        arrivals.remove(job);
        served += job.cost().totalNanos() / weight;
    }

    boolean remove(Job job) {
        arrivals.remove(job);
        return turns.remove(job.client(), job);
    }

    EngineStats.Lane stats(long now) {
        long oldest = arrivals.isEmpty() ? 0 : now - arrivals.getFirst().queuedNanos();
        return new EngineStats.Lane(arrivals.size(), turns.cost(), oldest);
    }
}
