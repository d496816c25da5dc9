package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UploadShareTest {

    private final UploadShare share = new UploadShare(100, 3);

    private static long in(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private CompletableFuture<UploadShare.Hold> acquire(long bytes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return share.acquire(bytes, in(10_000));
                    } catch (InterruptedException stopped) {
                        throw new IllegalStateException(stopped);
                    }
                },
                Thread::startVirtualThread);
    }

    private void awaitWaiting(int count) {
        await().until(() -> share.waiting() == count);
    }

    private static void assertRefused(ErrorKind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void acquire_whatFits_comesAtOnceAndIsGivenBack() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            try (UploadShare.Hold one = share.acquire(60, in(0));
                    UploadShare.Hold other = share.acquire(40, in(0))) {
                assertThat(one).isNotSameAs(other);
                assertRefused(ErrorKind.MEMORY_EXHAUSTED, () -> share.acquire(1, in(20)));
            }
        }
    }

    @Test
    void acquire_moreThanTheShare_takesItAll() throws InterruptedException {
        try (UploadShare.Hold all = share.acquire(1000, in(0))) {
            all.grow(1000, in(0));
            assertRefused(ErrorKind.MEMORY_EXHAUSTED, () -> share.acquire(1, in(20)));
        }
        share.acquire(100, in(0)).close();
    }

    @Test
    void acquire_whenOthersWait_doesNotOvertakeThem() throws InterruptedException {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        UploadShare.Hold held = share.acquire(60, in(0));
        CompletableFuture<Void> large = acquire(90).thenAccept(hold -> {
            order.add(1);
            hold.close();
        });
        awaitWaiting(1);
        CompletableFuture<Void> small = acquire(10).thenAccept(hold -> {
            order.add(2);
            hold.close();
        });
        awaitWaiting(2);
        assertThat(order).isEmpty();
        held.close();
        CompletableFuture.allOf(large, small).join();
        assertThat(order).containsExactlyInAnyOrder(1, 2);
        assertThat(share.waiting()).isZero();
    }

    @Test
    void acquire_whenTheFirstWaiterGivesUp_letsTheNextIn() throws InterruptedException {
        try (UploadShare.Hold held = share.acquire(60, in(0))) {
            assertThat(held).isNotNull();
            CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> share.acquire(90, in(200))), Thread::startVirtualThread);
            awaitWaiting(1);
            CompletableFuture<UploadShare.Hold> second = acquire(40);
            assertThat(first.join()).isInstanceOf(ServiceException.class);
            second.join().close();
        }
    }

    @Test
    void acquire_behindTooMany_isRefusedAtOnce() throws InterruptedException {
        UploadShare.Hold held = share.acquire(100, in(0));
        List<CompletableFuture<UploadShare.Hold>> waiting = List.of(acquire(1), acquire(1), acquire(1));
        awaitWaiting(3);
        assertRefused(ErrorKind.QUEUE_FULL, () -> share.acquire(1, in(10_000)));
        held.close();
        waiting.forEach(hold -> hold.join().close());
    }

    @Test
    void close_withWaiters_sendsThemAway() throws InterruptedException {
        UploadShare.Hold held = share.acquire(100, in(0));
        CompletableFuture<UploadShare.Hold> waiting = acquire(1);
        awaitWaiting(1);
        share.close();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(ServiceException.class);
        assertRefused(ErrorKind.DRAINING, () -> share.acquire(1, in(0)));
        held.close();
    }
}
