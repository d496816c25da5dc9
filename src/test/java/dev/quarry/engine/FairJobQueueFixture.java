package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A queue of two workers and one place in reserve, jobs for it, and workers that ask for them. */
abstract class FairJobQueueFixture {

    static final long MILLI = 1_000_000;
    static final long HOUR = TimeUnit.HOURS.toNanos(1);
    static final long SMALL_SHARE = 100;
    static final long LARGE_SHARE = 1000;
    static final ClientId A = new ClientId("a");
    static final ClientId B = new ClientId("b");
    static final ClientId C = new ClientId("c");

    FairJobQueue queue = queue(2, 1);

    static FairJobQueue queue(int workers, int reserve) {
        return queue(workers, reserve, 8);
    }

    static FairJobQueue queue(int workers, int reserve, int jobs) {
        return new FairJobQueue(
                new QueueLimits(workers, reserve, true, jobs, 10_000 * MILLI, 0.5, HOUR, TimeUnit.SECONDS.toNanos(5)),
                new MemoryShares(SMALL_SHARE, LARGE_SHARE));
    }

    static Job job(ClientId client, JobSize size, long millis, long bytes, long ageMillis) {
        TransformJob request = new TransformJob(
                client.name(),
                PlanFixture.plan(bytes, 0),
                MemorySegment.NULL,
                Deadline.after(Duration.ofSeconds(20)),
                client,
                ClientConnection.unobserved());
        long cost = millis * MILLI;
        return new Job(request, new JobCost(cost, 0, 0), size, System.nanoTime() - ageMillis * MILLI);
    }

    static Job small(ClientId client) {
        return job(client, JobSize.SMALL, 5, 10, 0);
    }

    static Job large(ClientId client) {
        return job(client, JobSize.LARGE, 200, 100, 0);
    }

    Job offered(Job job) {
        queue.offer(job, null);
        return job;
    }

    /** What a worker gets now; null when it would have to wait. */
    CompletableFuture<Grant> take(WorkerKind kind) {
        return take(kind, null, 0);
    }

    CompletableFuture<Grant> take(WorkerKind kind, @Nullable Grant done, long kept) {
        CompletableFuture<Grant> taken = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                taken.complete(queue.take(kind, done, kept));
            } catch (InterruptedException stopped) {
                taken.completeExceptionally(stopped);
            }
        });
        return taken;
    }

    Grant taken(WorkerKind kind) throws Exception {
        return take(kind).get(5, TimeUnit.SECONDS);
    }

    static void assertWaits(CompletableFuture<Grant> taking) throws InterruptedException {
        Thread.sleep(30);
        assertThat(taking).isNotDone();
    }
}
