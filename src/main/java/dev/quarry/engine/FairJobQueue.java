package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ServiceException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that wait for a worker and for memory, and the rules by which the next one is chosen. Safe for use by several
 * threads.
 *
 * <p>Clients have turns, in a lane for each size of jobs. A worker's place goes to the lane that has had less of the workers'
 * time for its weight. While large jobs hold every place, small ones have places of their own; while one client's jobs hold
 * every place, or much dearer ones do, another client's job has one. A job is given out only with its memory; of its lane,
 * only those overtake one that waits for it which are cheap and find room in what small jobs can spare.
 */
final class FairJobQueue {

    private static final double SMALL_WEIGHT = 4;
    // Beyond what a browser asks at a time.
    private static final int MANY_FOR_A_WORKER = 4;
    private static final long SMALL_QUANTUM_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LARGE_QUANTUM_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final QueueLimits limits;
    private final MemoryShares memory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition normal = lock.newCondition();
    private final Condition background = lock.newCondition();
    private final JobLane small = new JobLane(JobSize.SMALL, SMALL_WEIGHT, SMALL_QUANTUM_NANOS);
    private final JobLane large = new JobLane(JobSize.LARGE, 1, LARGE_QUANTUM_NANOS);
    private final QueueRoom room;
    private final WorkPlaces places;
    private boolean closed;

    FairJobQueue(QueueLimits limits, MemoryShares memory) {
        this.limits = limits;
        this.memory = memory;
        this.places = new WorkPlaces(limits.workers(), limits.reserve(), LARGE_QUANTUM_NANOS);
        this.room = new QueueRoom(limits, small, large);
    }

    /**
     * Keeps a place for a job that will come when its body has.
     *
     * @param patienceNanos how long the job may wait then
     * @throws ServiceException when its client or the queue has no room, or the queue is closed
     */
    TransformEngine.Place claim(ClientId client, JobSize size, long costNanos, long patienceNanos) {
        lock.lock();
        try {
            refuseIfClosed();
            room.refuseIfFull(client, size, costNanos);
            room.refuseIfLate(client, size, costNanos, patienceNanos);
            TransformEngine.Place place = new TransformEngine.Place(this, client, size, costNanos);
            room.lane(size).places().add(place);
            room.noteFullness(System.nanoTime());
            return place;
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of a place that no job will take. */
    void giveUp(TransformEngine.Place place) {
        lock.lock();
        try {
            if (room.lane(place.size()).places().remove(place)) {
                room.noteFullness(System.nanoTime());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a job.
     *
     * @param place the one that was kept for it, null when it has none
     * @throws ServiceException when its client or the queue has no room, it would come too late, or the queue is closed
     */
    void offer(Job job, TransformEngine.@Nullable Place place) {
        lock.lock();
        try {
            refuseIfClosed();
            if (place == null || !room.lane(place.size()).places().remove(place)) {
                room.refuseIfFull(job.client(), job.size(), job.cost().totalNanos());
            }
            room.refuseIfLate(
                    job.client(),
                    job.size(),
                    job.cost().totalNanos(),
                    job.request().deadline().remainingNanos());
            JobLane lane = room.lane(job.size());
            lane.add(job, (lane == small ? large : small).served());
            signal();
        } finally {
            room.noteFullness(System.nanoTime());
            lock.unlock();
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw EngineException.draining();
        }
    }

    /** Counts how long a job took. */
    void notePace(long predictedNanos, long takenNanos) {
        lock.lock();
        try {
            room.notePace(predictedNanos, takenNanos);
        } finally {
            lock.unlock();
        }
    }

    private int depth() {
        return small.turns().size() + large.turns().size();
    }

    /** When a refused client may come back: when what waits now will probably be done. */
    long drainSeconds() {
        lock.lock();
        try {
            return room.retryAfterSeconds();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next job for a worker, waited for; null when the queue is closed and nothing is left.
     *
     * @param done the worker's last job, whose place and memory are free from now on; null for its first
     * @param keptBytes memory that the result of {@code done} still holds, to be given back by {@link #giveMemory}
     */
    @Nullable
    Grant take(WorkerKind kind, @Nullable Grant done, long keptBytes) throws InterruptedException {
        lock.lock();
        try {
            if (done != null) {
                places.leave(done, System.nanoTime());
                memory.give(done.share(), done.job().reservedBytes() - keptBytes);
                if (done.place() == WorkPlace.GUEST) {
                    // Somebody must look when the place has rested, and this worker may be busy then.
                    normal.signal();
                }
            }
            while (true) {
                Grant grant = choose(kind);
                if (grant != null) {
                    start(grant);
                    // There may be more to do than this worker can.
                    signal();
                    return grant;
                }
                if (done != null) {
                    done = null;
                    signal();
                }
                if (closed && depth() == 0) {
                    return null;
                }
                await(kind);
            }
        } finally {
            lock.unlock();
        }
    }

    private void await(WorkerKind kind) throws InterruptedException {
        long guestRest = places.guestRestNanos(System.nanoTime());
        if (kind == WorkerKind.BACKGROUND) {
            background.await();
        } else if (guestRest == 0) {
            normal.await();
        } else {
            // Nobody signals when it is over.
            long ignored = normal.awaitNanos(guestRest);
        }
    }

    private void signal() {
        if (choose(WorkerKind.NORMAL) != null) {
            normal.signal();
        }
        if (limits.background() && choose(WorkerKind.BACKGROUND) != null) {
            background.signal();
        }
        if (closed && depth() == 0) {
            normal.signalAll();
            background.signalAll();
        }
    }

    /** What a worker of this kind would be given now. */
    private @Nullable Grant choose(WorkerKind kind) {
        if (places.workerIsFree()) {
            Grant smallGrant = grant(small, WorkPlace.WORKER);
            Grant largeGrant = grant(large, WorkPlace.WORKER);
            Grant next = smallGrant == null || largeGrant != null && large.served() < small.served()
                    ? largeGrant
                    : smallGrant;
            return next != null && kindFor(next.job()) == kind ? next : null;
        }
        return kind == WorkerKind.NORMAL ? chooseBeside() : null;
    }

    /** What may run though all workers have something to do. */
    private @Nullable Grant chooseBeside() {
        Grant next = places.reserveIsOpen() ? grant(small, WorkPlace.RESERVE) : null;
        next = next == null ? guest(small) : next;
        return next == null ? guest(large) : next;
    }

    private @Nullable Grant guest(JobLane lane) {
        return places.mayHaveGuest(System.nanoTime()) ? grant(lane, WorkPlace.GUEST, places::guestIsWelcome) : null;
    }

    private WorkerKind kindFor(Job job) {
        boolean forBackground = limits.background()
                && (job.size() == JobSize.LARGE || isOfMany(job))
                && places.patienceNanos(job, System.nanoTime()) < limits.ageingNanos();
        return forBackground ? WorkerKind.BACKGROUND : WorkerKind.NORMAL;
    }

    /** Whether so many jobs of its client wait that nobody sits before a page and counts the milliseconds of this one. */
    private boolean isOfMany(Job job) {
        return room.lane(job.size()).turns().sizeOf(job.client()) > (long) MANY_FOR_A_WORKER * limits.workers();
    }

    /** The next job of a lane, null when none waits or there is no memory for it. */
    private @Nullable Grant grant(JobLane lane, WorkPlace place) {
        return grant(lane, place, job -> true);
    }

    /** The next job of a lane that is wanted; while the first of all waits for memory, only one that may pass it. */
    private @Nullable Grant grant(JobLane lane, WorkPlace place, Predicate<Job> wanted) {
        Job first = lane.peek();
        if (first == null) {
            return null;
        }
        if (shareFor(first) == null) {
            lane.turns().hold();
            Job passing = lane.find(job -> mayPass(job) && wanted.test(job));
            return passing == null ? null : new Grant(passing, place, JobSize.SMALL);
        }
        Job job = lane.find(wanted);
        JobSize share = job == null ? null : shareFor(job);
        return job == null || share == null ? null : new Grant(job, place, share);
    }

    private @Nullable JobSize shareFor(Job job) {
        return memory.shareFor(job.size(), job.reservedBytes(), isLargeHeldUp());
    }

    /** Whether a job takes nothing that one before it waits for: a turn's time at most, and memory that small jobs can spare. */
    private boolean mayPass(Job job) {
        return job.size() == JobSize.LARGE
                && job.cost().totalNanos() <= LARGE_QUANTUM_NANOS
                && memory.smallCanSpare(job.reservedBytes());
    }

    private boolean isLargeHeldUp() {
        Job job = large.peek();
        return job != null && memory.shareFor(JobSize.LARGE, job.reservedBytes(), true) == null;
    }

    private void start(Grant grant) {
        Job job = grant.job();
        room.lane(job.size()).poll(job);
        memory.take(grant.share(), job.reservedBytes());
        places.enter(grant, System.nanoTime());
        room.noteFullness(System.nanoTime());
    }

    /** Takes memory back. */
    void giveMemory(JobSize share, long bytes) {
        lock.lock();
        try {
            memory.give(share, bytes);
            signal();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a job out again; false when it was not waiting any more. */
    boolean remove(Job job) {
        lock.lock();
        try {
            boolean removed = room.lane(job.size()).remove(job);
            room.noteFullness(System.nanoTime());
            signal();
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /** The waiting jobs of a size. */
    EngineStats.Lane stats(JobSize size, long now) {
        lock.lock();
        try {
            return room.lane(size).stats(now);
        } finally {
            lock.unlock();
        }
    }

    /** How long it has been full without a break, 0 when it has room. */
    long fullNanos(long now) {
        lock.lock();
        try {
            return room.fullNanos(now);
        } finally {
            lock.unlock();
        }
    }

    /** Refuses new jobs; those that wait are still given out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            signal();
        } finally {
            lock.unlock();
        }
    }
}
