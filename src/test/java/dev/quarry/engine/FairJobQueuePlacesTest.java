package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which places there are for whom, and at which priority. */
@Timeout(20)
class FairJobQueuePlacesTest extends FairJobQueueFixture {

    @Test
    void take_ofEachSize_isForItsKindOfWorker() throws Exception {
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        Job first = offered(small(A));
        assertWaits(background);
        assertThat(taken(WorkerKind.NORMAL).job()).isSameAs(first);
        Job second = offered(large(A));
        assertThat(background.get(5, TimeUnit.SECONDS).job()).isSameAs(second);
    }

    @Test
    void take_withAllPlacesHeldByLargeJobs_givesSmallOnesTheReserveOnly() throws Exception {
        offered(large(A));
        offered(large(B));
        taken(WorkerKind.BACKGROUND);
        taken(WorkerKind.BACKGROUND);
        Job third = offered(large(A));
        Job quick = offered(small(B));
        Job next = offered(small(B));
        Grant reserve = taken(WorkerKind.NORMAL);
        assertThat(reserve.job()).isSameAs(quick);
        assertThat(reserve.place()).isEqualTo(WorkPlace.RESERVE);
        CompletableFuture<Grant> beyond = take(WorkerKind.NORMAL);
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        assertWaits(beyond);
        assertWaits(background);
        assertThat(take(WorkerKind.NORMAL, reserve, 0).get(5, TimeUnit.SECONDS).job())
                .isSameAs(next);
        assertThat(queue.remove(third)).isTrue();
    }

    @Test
    void take_withOnePlaceHeldByASmallJob_opensNoReserve() throws Exception {
        offered(large(A));
        taken(WorkerKind.BACKGROUND);
        offered(small(A));
        Grant running = taken(WorkerKind.NORMAL);
        Job waiting = offered(small(A));
        CompletableFuture<Grant> taking = take(WorkerKind.NORMAL);
        assertWaits(taking);
        assertThat(take(WorkerKind.NORMAL, running, 0).get(5, TimeUnit.SECONDS).job())
                .isSameAs(waiting);
    }

    @Test
    void take_withAllPlacesHeldByOneClient_givesAnotherOneAGuestsPlace() throws Exception {
        offered(large(A));
        offered(large(A));
        Grant own = taken(WorkerKind.BACKGROUND);
        taken(WorkerKind.BACKGROUND);
        Job more = offered(large(A));
        Job other = offered(large(B));
        Grant guest = taken(WorkerKind.NORMAL);
        assertThat(guest.job()).isSameAs(other);
        assertThat(guest.place()).isEqualTo(WorkPlace.GUEST);
        Grant next = take(WorkerKind.BACKGROUND, own, 0).get(5, TimeUnit.SECONDS);
        assertThat(next.job()).isSameAs(more);
        offered(large(B));
        CompletableFuture<Grant> second = take(WorkerKind.NORMAL);
        assertWaits(second);
        assertWaits(take(WorkerKind.BACKGROUND));
        Object freed = CompletableFuture.anyOf(second, take(WorkerKind.NORMAL, guest, 0))
                .get(5, TimeUnit.SECONDS);
        assertThat(((Grant) freed).place()).isEqualTo(WorkPlace.GUEST);
    }

    @Test
    void take_withPlacesHeldByEqualsOfSeveralClients_hasNoPlaceForAGuest() throws Exception {
        offered(large(A));
        offered(large(B));
        Grant ofA = taken(WorkerKind.BACKGROUND);
        taken(WorkerKind.BACKGROUND);
        offered(large(C));
        CompletableFuture<Grant> normal = take(WorkerKind.NORMAL);
        assertWaits(normal);
        assertThat(take(WorkerKind.BACKGROUND, ofA, 0).get(5, TimeUnit.SECONDS).place())
                .isEqualTo(WorkPlace.WORKER);
        assertWaits(normal);
    }

    @Test
    void take_withPlacesHeldByMuchDearerJobs_givesOthersAGuestsPlace() throws Exception {
        offered(job(A, JobSize.LARGE, 400, 100, 0));
        offered(job(B, JobSize.LARGE, 200, 100, 0));
        taken(WorkerKind.BACKGROUND);
        Grant ofB = taken(WorkerKind.BACKGROUND);
        offered(large(A));
        Job dear = offered(job(C, JobSize.LARGE, 101, 100, 0));
        CompletableFuture<Grant> normal = take(WorkerKind.NORMAL);
        assertWaits(normal);
        Job other = offered(job(new ClientId("d"), JobSize.LARGE, 100, 100, 0));
        Grant guest = normal.get(5, TimeUnit.SECONDS);
        assertThat(guest.job()).isSameAs(other);
        assertThat(guest.place()).isEqualTo(WorkPlace.GUEST);
        Grant next = take(WorkerKind.BACKGROUND, ofB, 0).get(5, TimeUnit.SECONDS);
        assertThat(next.job()).isSameAs(dear);
        assertThat(next.place()).isEqualTo(WorkPlace.WORKER);
    }

    @Test
    void take_afterAGuest_hasNoOtherForHalfAsLong() throws Exception {
        offered(job(A, JobSize.LARGE, 400, 100, 0));
        offered(job(B, JobSize.LARGE, 400, 100, 0));
        taken(WorkerKind.BACKGROUND);
        taken(WorkerKind.BACKGROUND);
        offered(job(C, JobSize.LARGE, 20, 10, 0));
        offered(job(new ClientId("d"), JobSize.LARGE, 20, 10, 0));
        long start = System.nanoTime();
        Grant guest = taken(WorkerKind.NORMAL);
        Thread.sleep(100);
        CompletableFuture<Grant> next = take(WorkerKind.NORMAL, guest, 0);
        assertThat(next.get(5, TimeUnit.SECONDS).place()).isEqualTo(WorkPlace.GUEST);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(149 * MILLI);
    }

    @Test
    void take_whileAnotherWaitsForMemory_givesNoGuestsPlaceToThoseWhoWouldTakeIt() throws Exception {
        offered(job(A, JobSize.LARGE, 400, LARGE_SHARE / 2, 0));
        offered(job(B, JobSize.LARGE, 400, 100, 0));
        taken(WorkerKind.BACKGROUND);
        Grant ofB = taken(WorkerKind.BACKGROUND);
        Job blocked = offered(job(C, JobSize.LARGE, 300, LARGE_SHARE / 2, 0));
        offered(job(new ClientId("d"), JobSize.LARGE, 20, SMALL_SHARE / 2 + 1, 0));
        CompletableFuture<Grant> guest = take(WorkerKind.NORMAL);
        assertWaits(guest);
        assertThat(take(WorkerKind.BACKGROUND, ofB, 0).get(5, TimeUnit.SECONDS).job())
                .isSameAs(blocked);
    }

    @Test
    void take_ofAGuestWithoutMemory_waitsForIt() throws Exception {
        offered(job(A, JobSize.LARGE, 200, LARGE_SHARE / 2, 0));
        offered(job(A, JobSize.LARGE, 200, LARGE_SHARE / 2, 0));
        taken(WorkerKind.BACKGROUND);
        Grant own = taken(WorkerKind.BACKGROUND);
        Job other = offered(large(B));
        CompletableFuture<Grant> guest = take(WorkerKind.NORMAL);
        assertWaits(guest);
        CompletableFuture<Grant> next = take(WorkerKind.BACKGROUND, own, 0);
        assertThat(next.get(5, TimeUnit.SECONDS).job()).isSameAs(other);
    }

    @Test
    void take_ofACheapJobBehindOneThatWaitsForMemory_passesItWithWhatSmallJobsCanSpare() throws Exception {
        queue = queue(3, 0);
        offered(job(A, JobSize.LARGE, 400, LARGE_SHARE, 0));
        Grant running = taken(WorkerKind.BACKGROUND);
        Job blocked = offered(job(A, JobSize.LARGE, 400, LARGE_SHARE, 0));
        offered(job(B, JobSize.LARGE, 101, SMALL_SHARE / 2, 0));
        Job cheap = offered(job(C, JobSize.LARGE, 100, SMALL_SHARE / 2, 0));
        offered(job(new ClientId("d"), JobSize.LARGE, 100, 1, 0));
        Grant passing = taken(WorkerKind.BACKGROUND);
        assertThat(passing.job()).isSameAs(cheap);
        assertThat(passing.share()).isEqualTo(JobSize.SMALL);
        CompletableFuture<Grant> next = take(WorkerKind.BACKGROUND);
        assertWaits(next);
        assertThat(take(WorkerKind.BACKGROUND, running, 0)
                        .get(5, TimeUnit.SECONDS)
                        .job())
                .isSameAs(blocked);
    }

    @Test
    void take_ofLargeJobThatWaitedLong_isForNormalPriority() throws Exception {
        Job old = offered(job(A, JobSize.LARGE, 200, 100, 6_000));
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND);
        assertThat(taken(WorkerKind.NORMAL).job()).isSameAs(old);
        assertWaits(background);
    }

    @Test
    void take_ofSmallJobOfAClientWithManyWaiting_isForLowPriority() throws Exception {
        queue = queue(1, 0, 100);
        List<Job> many = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            many.add(offered(small(A)));
        }
        Job other = offered(small(B));
        CompletableFuture<Grant> normal = take(WorkerKind.NORMAL);
        Grant first = taken(WorkerKind.BACKGROUND);
        assertThat(first.job()).isSameAs(many.getFirst());
        assertThat(normal.get(5, TimeUnit.SECONDS).job()).isSameAs(other);
        CompletableFuture<Grant> background = take(WorkerKind.BACKGROUND, first, 0);
        assertThat(taken(WorkerKind.NORMAL).job()).isSameAs(many.get(1));
        assertWaits(background);
    }

    @Test
    void take_ofLargeJobThatWaitedLongBehindItsOwnClients_isForLowPriority() throws Exception {
        Job first = offered(job(A, JobSize.LARGE, 200, 100, 6000));
        Job second = offered(job(A, JobSize.LARGE, 200, 100, 6000));
        assertThat(taken(WorkerKind.NORMAL).job()).isSameAs(first);
        assertThat(taken(WorkerKind.BACKGROUND).job()).isSameAs(second);
    }
}
