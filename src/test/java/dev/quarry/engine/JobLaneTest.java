package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quarry.engine.cost.JobCost;
import dev.quarry.engine.fair.ClientId;
import dev.quarry.engine.fair.JobSize;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobLaneTest {

    private static final ClientId A = new ClientId("a");
    private static final ClientId B = new ClientId("b");
    private static final ClientId C = new ClientId("c");

    private final FairJobQueue queue = new FairJobQueue(
            new QueueLimits(1, 0, false, 8, Long.MAX_VALUE / 2, 1, Long.MAX_VALUE / 2, 0), new MemoryShares(1, 1));
    private final JobLane lane = new JobLane(JobSize.LARGE, 1, 10);

    private void add(ClientId client, long cost) {
        TransformJob request = new TransformJob(
                client.name(),
                PlanFixture.plan(0, 0),
                MemorySegment.NULL,
                Deadline.after(Duration.ofSeconds(20)),
                client,
                ClientConnection.unobserved());
        lane.add(new Job(request, new JobCost(cost, 0, 0), JobSize.LARGE, 0), 0);
    }

    private TransformEngine.Place keep(ClientId client, long cost) {
        TransformEngine.Place place = new TransformEngine.Place(queue, client, JobSize.LARGE, cost);
        lane.places().add(place);
        return place;
    }

    @Test
    void costAhead_ofEachClient_isNoMoreThanItsTurnsUntilThen() {
        add(A, 100);
        add(A, 100);
        add(B, 5);
        assertThat(lane.costAhead(A, 10)).isEqualTo(200 + 5);
        assertThat(lane.costAhead(B, 10)).isEqualTo(5 + 15);
        assertThat(lane.costAhead(C, 10)).isEqualTo(10 + 5);
    }

    @Test
    void sums_ofJobsAndPlaces_countBoth() {
        add(A, 100);
        TransformEngine.Place ofA = keep(A, 50);
        TransformEngine.Place ofC = keep(C, 7);
        assertThat(lane.size()).isEqualTo(3);
        assertThat(lane.costNanos()).isEqualTo(157);
        assertThat(lane.sizeOf(A)).isEqualTo(2);
        assertThat(lane.costOf(A)).isEqualTo(150);
        assertThat(lane.costAhead(B, 1000)).isEqualTo(157);
        assertThat(lane.costAhead(C, 10)).isEqualTo(7 + 17);
        assertThat(lane.places().remove(ofA)).isTrue();
        assertThat(lane.places().remove(ofA)).isFalse();
        assertThat(lane.places().remove(ofC)).isTrue();
        assertThat(lane.costNanos()).isEqualTo(100);
        assertThat(lane.sizeOf(C)).isZero();
        assertThat(lane.costAhead(B, 1000)).isEqualTo(100);
    }
}
