package dev.quarry.engine;

import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A way to let one of several threads do something at a time; compared by {@link WaitDistributionRun}. */
interface TurnGate extends AutoCloseable {

    /** Waits for the thread's turn and does {@code work} in it. */
    void pass(int thread, Runnable work) throws InterruptedException;

    @Override
    default void close() throws InterruptedException {}

    /** The gates that are compared. */
    enum Kind {
        /** A semaphore that whoever comes first takes, also before those who wait. */
        BARGING,
        /** A semaphore that is handed to who has waited longest. */
        FAIR,
        /** A flag that is tried again and again, with a nap after some tries. */
        SPINNING,
        /** The engine's queue in front of one worker, each thread being a client. */
        JOB_QUEUE,
        /** The storage's reservations, each for the whole budget. */
        RESERVATION;

        /** A gate of this kind for threads whose work takes {@code holdNanos}. */
        TurnGate open(int threads, long holdNanos) {
            return switch (this) {
                case BARGING -> new SemaphoreGate(new Semaphore(1, false));
                case FAIR -> new SemaphoreGate(new Semaphore(1, true));
                case SPINNING -> new SpinningGate();
                case JOB_QUEUE -> new JobQueueGate(threads, holdNanos);
                case RESERVATION -> new ReservationGate();
            };
        }
    }

    /** A semaphore. */
    record SemaphoreGate(Semaphore semaphore) implements TurnGate {

        @Override
        public void pass(int thread, Runnable work) throws InterruptedException {
            semaphore.acquire();
            try {
                work.run();
            } finally {
                semaphore.release();
            }
        }
    }

    /** A flag. */
    final class SpinningGate implements TurnGate {

        private static final int TRIES = 1_000;
        private static final long NAP_NANOS = 50_000;

        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        public void pass(int thread, Runnable work) {
            for (int tries = 1; !taken.compareAndSet(false, true); tries++) {
                if (tries % TRIES == 0) {
                    LockSupport.parkNanos(NAP_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            try {
                work.run();
            } finally {
                taken.set(false);
            }
        }
    }

    /** The engine's queue: a thread offers a job, which the worker does, and waits for its end. */
    final class JobQueueGate implements TurnGate {

        private static final long MEMORY = 1 << 20;
        private static final long JOB_BYTES = 1 << 10;

        private final TransformJob[] requests;
        private final Runnable[] works;
        private final JobCost cost;
        private final FairJobQueue queue;
        private final Thread worker;

        private JobQueueGate(int threads, long holdNanos) {
            requests = new TransformJob[threads];
            works = new Runnable[threads];
            cost = new JobCost(holdNanos, 0, 0);
            for (int i = 0; i < threads; i++) {
                requests[i] = new TransformJob(
                        Integer.toString(i),
                        PlanFixture.plan(JOB_BYTES, 0),
                        MemorySegment.NULL,
                        Deadline.after(Duration.ofHours(1)),
                        new ClientId("client " + i),
                        ClientConnection.unobserved());
            }
            QueueLimits limits = new QueueLimits(
                    1, 0, false, 2 * threads, Long.MAX_VALUE / 2, 1, Long.MAX_VALUE / 2, TimeUnit.HOURS.toNanos(1));
            queue = new FairJobQueue(limits, new MemoryShares(MEMORY, MEMORY));
            worker = Thread.ofPlatform().daemon(true).start(this::work);
        }

        private void work() {
            try {
                for (Grant grant = queue.take(WorkerKind.NORMAL, null, 0);
                        grant != null;
                        grant = queue.take(WorkerKind.NORMAL, grant, 0)) {
                    works[Integer.parseInt(grant.job().request().name())].run();
                    grant.job().failIfUnanswered(EngineException.UNANSWERED);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void pass(int thread, Runnable work) throws InterruptedException {
            works[thread] = work;
            Job job = new Job(requests[thread], cost, JobSize.SMALL, System.nanoTime());
            queue.offer(job, null);
            if (!job.await(TimeUnit.MINUTES.toNanos(1))) {
                throw new IllegalStateException("thread " + thread + " was forgotten");
            }
        }

        @Override
        public void close() throws InterruptedException {
            queue.close();
            worker.join();
        }
    }

    /** Scopes that each need all memory there is. */
    final class ReservationGate implements TurnGate {

        private static final long BUDGET = 1 << 20;

        private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(BUDGET));

        @Override
        public void pass(int thread, Runnable work) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            try (StorageScope scope = storage.openScope("turn", BUDGET, deadline)) {
                if (scope.reservedBytes() != BUDGET) {
                    throw new IllegalStateException("more than one at a time: " + scope);
                }
                work.run();
            }
        }

        @Override
        public void close() {
            storage.close();
        }
    }
}
