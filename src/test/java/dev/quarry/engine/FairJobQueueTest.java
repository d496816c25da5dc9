package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FairJobQueueTest extends FairJobQueueFixture {

    @Test
    void take_underAStreamOfSmallJobs_stillServesLargeOnes() throws Exception {
        queue = queue(1, 0);
        Job patient = offered(large(A));
        queue.offer(small(B), null);
        Grant done = taken(WorkerKind.NORMAL);
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        int served = 1;
        // A quarter of 200 ms and no more goes to small jobs of 5 ms before.
        while (!background.isDone() && served < 100) {
            queue.offer(small(B), null);
            CompletableFuture<Grant> next = take(WorkerKind.NORMAL, done, 0);
            CompletableFuture.anyOf(background, next).get(5, TimeUnit.SECONDS);
            if (next.isDone()) {
                done = next.join();
                served++;
            }
        }
        assertThat(background.join().job()).isSameAs(patient);
        assertThat(served).isLessThan(5);
    }

    @Test
    void take_ofSeveralClients_goesInTurns() throws Exception {
        queue = queue(1, 0);
        List<Job> expected = new ArrayList<>();
        Job a1 = offered(small(A));
        Job a2 = offered(small(A));
        Job a3 = offered(small(A));
        Job b1 = offered(small(B));
        expected.addAll(List.of(a1, b1, a2, a3));
        List<Job> order = new ArrayList<>();
        @Nullable Grant done = null;
        for (int i = 0; i < 4; i++) {
            done = take(WorkerKind.NORMAL, done, 0).get(5, TimeUnit.SECONDS);
            order.add(done.job());
        }
        assertThat(order).isEqualTo(expected);
    }

    @Test
    void take_withoutMemoryForALargeJob_letsSmallOnesRunAndNoOtherLargeOne() throws Exception {
        queue = queue(4, 0);
        offered(job(A, JobSize.LARGE, 200, 900, 0));
        Grant running = taken(WorkerKind.BACKGROUND);
        Job blocked = offered(job(A, JobSize.LARGE, 200, 200, 0));
        Job fitting = offered(job(B, JobSize.LARGE, 200, 50, 0));
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        assertWaits(background);
        Job quick = offered(small(B));
        assertThat(taken(WorkerKind.NORMAL).job()).isSameAs(quick);
        Grant next = take(WorkerKind.BACKGROUND, running, 0).get(5, TimeUnit.SECONDS);
        assertThat(next.job()).isSameAs(blocked);
        assertThat(background.get(5, TimeUnit.SECONDS).job()).isSameAs(fitting);
    }

    @Test
    void take_ofMemoryThatAResultStillHolds_waitsForIt() throws Exception {
        queue = queue(4, 0);
        offered(job(A, JobSize.LARGE, 200, 900, 0));
        Grant running = taken(WorkerKind.BACKGROUND);
        offered(job(A, JobSize.LARGE, 200, 200, 0));
        CompletableFuture<Grant> next = take(WorkerKind.BACKGROUND, running, 850);
        assertWaits(next);
        queue.giveMemory(running.share(), 850);
        assertThat(next.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void take_ofSmallJobsBeyondTheirShare_mayUseTheLargeOneWhileNoLargeJobWaits() throws Exception {
        queue = queue(4, 0);
        offered(job(A, JobSize.SMALL, 5, 90, 0));
        offered(job(B, JobSize.SMALL, 5, 90, 0));
        assertThat(taken(WorkerKind.NORMAL).share()).isEqualTo(JobSize.SMALL);
        assertThat(taken(WorkerKind.NORMAL).share()).isEqualTo(JobSize.LARGE);
        Job held = offered(job(A, JobSize.LARGE, 200, LARGE_SHARE, 0));
        offered(job(B, JobSize.SMALL, 5, 90, 0));
        CompletableFuture<Grant> third = take(WorkerKind.NORMAL);
        assertWaits(third);
        assertThat(queue.remove(held)).isTrue();
        assertThat(third.get(5, TimeUnit.SECONDS).share()).isEqualTo(JobSize.LARGE);
    }

    @Test
    void offer_beyondTheClientsShare_isRefusedWhileOthersAreNot() {
        for (int i = 0; i < 4; i++) {
            offered(small(A));
        }
        assertRefused(small(A), ErrorKind.CLIENT_SHARE_EXCEEDED);
        for (int i = 0; i < 4; i++) {
            offered(small(B));
        }
        assertRefused(small(new ClientId("c")), ErrorKind.QUEUE_FULL);
    }

    @Test
    void offer_ofMoreWorkThanMayWait_isRefused() {
        offered(job(A, JobSize.LARGE, 9_000, 100, 0));
        assertRefused(job(A, JobSize.LARGE, 500, 100, 0), ErrorKind.CLIENT_SHARE_EXCEEDED);
        assertRefused(job(B, JobSize.LARGE, 1_500, 100, 0), ErrorKind.QUEUE_FULL);
        offered(job(B, JobSize.LARGE, 900, 100, 0));
        assertThat(queue.stats(JobSize.LARGE, System.nanoTime()).costNanos()).isEqualTo(9_900 * MILLI);
    }

    private void assertRefused(Job job, ErrorKind kind) {
        assertThatThrownBy(() -> queue.offer(job, null)).isInstanceOfSatisfying(ServiceException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.facts()).extractingByKey("retryAfter", LONG).isBetween(1L, 60L);
        });
    }

    @Test
    void offer_whenFull_tellsForHowLong() throws Exception {
        assertThat(queue.fullNanos(System.nanoTime())).isZero();
        for (int i = 0; i < 8; i++) {
            offered(small(i < 4 ? A : B));
        }
        Thread.sleep(20);
        assertThat(queue.fullNanos(System.nanoTime())).isGreaterThan(15 * MILLI);
        taken(WorkerKind.NORMAL);
        assertThat(queue.fullNanos(System.nanoTime())).isZero();
    }

    @Test
    void close_withWaitingJobs_givesThemOutAndThenEnds() throws Exception {
        queue = queue(1, 0);
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        Job last = offered(small(A));
        queue.close();
        assertRefusedDraining();
        Grant grant = taken(WorkerKind.NORMAL);
        assertThat(grant.job()).isSameAs(last);
        assertThat(take(WorkerKind.NORMAL, grant, 0).get(5, TimeUnit.SECONDS)).isNull();
        assertThat(background.get(5, TimeUnit.SECONDS)).isNull();
    }

    private void assertRefusedDraining() {
        assertThatThrownBy(() -> queue.offer(small(A), null))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.DRAINING));
    }

    @Test
    void offer_workersThatHaveBecomeSlow_refusesWhatWouldComeTooLate() {
        queue = queue(1, 0);
        offered(large(A));
        offered(large(A));
        for (int i = 0; i < 100; i++) {
            // A hundred times as long as predicted: 20 s for each large job, all the time that a job has here.
            queue.notePace(100 * MILLI, 10_100 * MILLI);
        }
        assertThatThrownBy(() -> queue.offer(large(A), null)).isInstanceOfSatisfying(ServiceException.class, e -> {
            assertThat(e.kind()).isEqualTo(ErrorKind.CLIENT_SHARE_EXCEEDED);
            assertThat(e.facts()).extractingByKey("retryAfter", LONG).isBetween(30L, 60L);
        });
        assertThatThrownBy(() -> queue.offer(large(B), null))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.QUEUE_FULL));
        // Its turn comes before the second of those that wait.
        offered(job(B, JobSize.LARGE, 100, 100, 0));
        offered(small(B));
    }

    private TransformEngine.Place claimed(ClientId client, long millis) {
        return queue.claim(client, JobSize.LARGE, millis * MILLI, HOUR);
    }

    private void assertRefused(ErrorKind kind, ClientId client) {
        assertThatThrownBy(() -> claimed(client, 200))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void claim_countsAsAJobThatWaits_untilItIsGivenUp() {
        List<TransformEngine.Place> places = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            places.add(claimed(A, 200));
        }
        assertRefused(ErrorKind.CLIENT_SHARE_EXCEEDED, A);
        for (int i = 0; i < 4; i++) {
            places.add(claimed(B, 200));
        }
        assertThat(queue.fullNanos(System.nanoTime() + MILLI)).isPositive();
        assertRefused(ErrorKind.QUEUE_FULL, new ClientId("c"));
        assertThatThrownBy(() -> queue.offer(small(new ClientId("c")), null)).isInstanceOf(ServiceException.class);
        places.getFirst().close();
        places.getFirst().close();
        assertThat(queue.fullNanos(System.nanoTime() + MILLI)).isZero();
        claimed(A, 200).close();
        places.forEach(TransformEngine.Place::close);
        assertThat(queue.drainSeconds()).isEqualTo(1);
        for (int i = 0; i < 4; i++) {
            offered(large(A));
        }
    }

    @Test
    void offer_withItsPlace_isTakenThoughNothingElseIs() throws Exception {
        TransformEngine.Place first = claimed(A, 200);
        for (int i = 0; i < 7; i++) {
            claimed(i < 3 ? A : B, 200);
        }
        Job job = large(A);
        queue.offer(job, first);
        assertThat(taken(WorkerKind.BACKGROUND).job()).isSameAs(job);
        // A place is for one job.
        offered(large(A));
        assertThatThrownBy(() -> queue.offer(large(A), first)).isInstanceOf(ServiceException.class);
    }

    @Test
    void claim_ofMoreThanIsDoneInTime_isRefused() {
        queue = new FairJobQueue(
                new QueueLimits(2, 1, true, 100, HOUR, 0.5, 1_000 * MILLI, HOUR),
                new MemoryShares(SMALL_SHARE, LARGE_SHARE));
        for (int i = 0; i < 5; i++) {
            claimed(A, 200);
        }
        assertRefused(ErrorKind.CLIENT_SHARE_EXCEEDED, A);
        for (int i = 0; i < 5; i++) {
            claimed(B, 200);
        }
        assertRefused(ErrorKind.QUEUE_FULL, new ClientId("c"));
        offered(small(A));
    }

    @Test
    void claim_ofAClientWithLessPatienceThanItsTurnIsAway_isRefused() {
        claimed(A, 1000);
        claimed(A, 1000);
        // Two workers do what comes before its turn, 1000 of the other client's, in 500.
        queue.claim(B, JobSize.LARGE, 1000 * MILLI, 501 * MILLI).close();
        assertThatThrownBy(() -> queue.claim(B, JobSize.LARGE, 1000 * MILLI, 499 * MILLI))
                .isInstanceOf(ServiceException.class);
    }

    @Test
    void close_withPlacesKept_endsTheWorkersAndTakesNoMore() throws Exception {
        TransformEngine.Place place = claimed(A, 200);
        CompletableFuture<Grant> worker = take(WorkerKind.NORMAL);
        queue.close();
        assertThat(worker.get(5, TimeUnit.SECONDS)).isNull();
        assertThatThrownBy(() -> queue.offer(large(A), place))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.DRAINING));
        assertRefused(ErrorKind.DRAINING, B);
    }
}
