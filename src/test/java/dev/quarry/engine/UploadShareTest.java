package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.quarry.engine.fair.ClientId;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UploadShareTest {

    private static final long MEGABYTE = 1 << 20;
    private static final ClientId A = new ClientId("a");
    private static final ClientId B = new ClientId("b");

    // A megabyte for small bodies, three for big ones.
    private final UploadShare share = new UploadShare(4 * MEGABYTE, 4, 3, () -> 7);

    private static long in(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Not small. */
    private static long big(double megabytes) {
        return (long) (megabytes * MEGABYTE);
    }

    private CompletableFuture<UploadShare.Hold> acquire(ClientId client, long bytes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return share.acquire(client, ClientConnection.unobserved(), bytes, in(10_000));
                    } catch (InterruptedException stopped) {
                        throw new IllegalStateException(stopped);
                    }
                },
                Thread::startVirtualThread);
    }

    private static CompletableFuture<Void> grow(UploadShare.Hold hold, long bytes) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        hold.grow(bytes, in(10_000));
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
            try (UploadShare.Hold one = share.acquire(A, ClientConnection.unobserved(), big(2), in(0));
                    UploadShare.Hold other = share.acquire(A, ClientConnection.unobserved(), big(1), in(0))) {
                assertThat(one).isNotSameAs(other);
                assertRefused(
                        ErrorKind.MEMORY_EXHAUSTED,
                        () -> share.acquire(A, ClientConnection.unobserved(), big(0.5), in(20)));
            }
        }
    }

    @Test
    void acquire_moreThanTheShare_takesItAll() throws InterruptedException {
        try (UploadShare.Hold all = share.acquire(A, ClientConnection.unobserved(), big(100), in(0))) {
            all.grow(MEGABYTE, in(0));
            assertRefused(
                    ErrorKind.MEMORY_EXHAUSTED,
                    () -> share.acquire(A, ClientConnection.unobserved(), big(0.5), in(20)));
        }
        share.acquire(A, ClientConnection.unobserved(), big(3), in(0)).close();
    }

    @Test
    void acquire_ofSmallBody_neverStandsBehindBigOnes() throws InterruptedException {
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(3), in(0));
        CompletableFuture<UploadShare.Hold> waiting = acquire(A, big(3));
        awaitWaiting(1);
        for (int i = 0; i < 100; i++) {
            share.acquire(A, ClientConnection.unobserved(), UploadShare.SMALL_BODY_BYTES, in(0))
                    .close();
        }
        held.close();
        waiting.join().close();
    }

    @Test
    void acquire_whenOthersWait_doesNotOvertakeThem() throws InterruptedException {
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(2), in(0));
        CompletableFuture<UploadShare.Hold> large = acquire(A, big(2.5));
        awaitWaiting(1);
        CompletableFuture<UploadShare.Hold> fitting = acquire(A, big(0.5));
        awaitWaiting(2);
        assertThat(large).isNotDone();
        assertThat(fitting).isNotDone();
        held.close();
        large.join().close();
        fitting.join().close();
        assertThat(share.waiting()).isZero();
    }

    @Test
    void acquire_ofSeveralClients_comesInTurns() throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(3), in(0));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (String name : List.of("a1", "a2", "a3", "b1")) {
            ClientId client = name.startsWith("a") ? A : B;
            all.add(acquire(client, big(3)).thenAccept(hold -> {
                order.add(name);
                hold.close();
            }));
            awaitWaiting(all.size());
        }
        held.close();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        assertThat(order).containsExactly("a1", "b1", "a2", "a3");
    }

    @Test
    void acquire_whenTheFirstWaiterGivesUp_letsTheNextIn() throws InterruptedException {
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(2), in(0));
        CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> share.acquire(A, ClientConnection.unobserved(), big(2.5), in(200))),
                Thread::startVirtualThread);
        awaitWaiting(1);
        CompletableFuture<UploadShare.Hold> second = acquire(A, big(1));
        assertThat(first.join()).isInstanceOf(ServiceException.class);
        second.join().close();
        held.close();
    }

    @Test
    void acquire_behindTooMany_isRefusedAtOnce() throws InterruptedException {
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(3), in(0));
        List<CompletableFuture<UploadShare.Hold>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(acquire(A, big(1)));
            awaitWaiting(i + 1);
        }
        assertThatThrownBy(() -> share.acquire(A, ClientConnection.unobserved(), big(1), in(10_000)))
                .isInstanceOfSatisfying(ServiceException.class, e -> {
                    assertThat(e.kind()).isEqualTo(ErrorKind.CLIENT_SHARE_EXCEEDED);
                    assertThat(e.facts()).containsEntry("limit", 3).containsEntry("retryAfter", 7L);
                });
        waiting.add(acquire(B, big(1)));
        awaitWaiting(4);
        assertRefused(ErrorKind.QUEUE_FULL, () -> share.acquire(B, ClientConnection.unobserved(), big(1), in(10_000)));
        held.close();
        waiting.forEach(hold -> hold.join().close());
    }

    @Test
    void grow_ofSeveralHoldersOfAFullShare_letsTheOldestGoOn() throws InterruptedException {
        UploadShare.Hold oldest = share.acquire(A, ClientConnection.unobserved(), UploadShare.SMALL_BODY_BYTES, in(0));
        UploadShare.Hold other = share.acquire(B, ClientConnection.unobserved(), UploadShare.SMALL_BODY_BYTES, in(0));
        oldest.grow(big(1.5), in(0));
        other.grow(big(1.5), in(0));
        CompletableFuture<Void> stuck = grow(other, big(1));
        // More than there is: it holds what the others wait for, so it must come to its end.
        oldest.grow(big(1.5), in(0));
        assertThat(stuck).isNotDone();
        oldest.close();
        stuck.join();
        other.close();
        share.acquire(A, ClientConnection.unobserved(), big(3), in(0)).close();
    }

    @Test
    void grow_beforeUploadsThatHoldNothing_doesNotWaitForThem() throws InterruptedException {
        UploadShare.Hold growing = share.acquire(A, ClientConnection.unobserved(), UploadShare.SMALL_BODY_BYTES, in(0));
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(2), in(0));
        CompletableFuture<UploadShare.Hold> waiting = acquire(B, big(3));
        awaitWaiting(1);
        growing.grow(big(0.75), in(0));
        held.close();
        assertThat(waiting).isNotDone();
        growing.close();
        waiting.join().close();
    }

    @Test
    void close_withWaiters_sendsThemAway() throws InterruptedException {
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(3), in(0));
        CompletableFuture<UploadShare.Hold> waiting = acquire(A, big(1));
        awaitWaiting(1);
        share.close();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(ServiceException.class);
        assertRefused(ErrorKind.DRAINING, () -> share.acquire(A, ClientConnection.unobserved(), 1, in(0)));
        held.close();
        assertThat(share.waiting()).isZero();
    }

    @Test
    void acquire_clientLeavesWhileItWaits_givesItsPlaceUp() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        UploadShare.Hold held = share.acquire(A, ClientConnection.unobserved(), big(3), in(0));
        CompletableFuture<Throwable> leaving = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> share.acquire(A, gone::get, big(1), in(60_000))),
                Thread::startVirtualThread);
        CompletableFuture<UploadShare.Hold> staying = acquire(B, big(1));
        awaitWaiting(2);
        gone.set(true);
        assertThat(leaving.get(5, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.CANCELLED));
        assertThat(share.waiting()).isEqualTo(1);
        held.close();
        staying.get(5, TimeUnit.SECONDS).close();
    }
}
