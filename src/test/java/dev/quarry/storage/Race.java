package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Many rounds in which some threads do something at the same time, and a check after each. The rounds differ by a seed, another
 * one in every run unless {@code quarry.storage.seed} gives it.
 */
final class Race {

    private static final long PATIENCE_SECONDS = 60;

    private Race() {}

    /** What one thread does in one round. */
    interface Racer {
        void run() throws Exception;
    }

    /** The racers of one round, always equally many, and what holds when all are done. */
    record Round(List<Racer> racers, Racer check) {}

    /** Makes a round. */
    interface Rounds {
        Round next(Random random) throws Exception;
    }

    /** Runs so many rounds. */
    static void run(int rounds, Rounds source) throws Exception {
        long seed = Long.getLong("quarry.storage.seed", new Random().nextLong());
        Random random = new Random(seed);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Round round = source.next(random);
        int racers = round.racers.size();
        AtomicReference<@Nullable Round> current = new AtomicReference<>(round);
        CyclicBarrier barrier = new CyclicBarrier(racers + 1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < racers; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().start(() -> racer(number, barrier, current, failure)));
        }
        try {
            for (int count = 0; count < rounds; count++) {
                await(barrier);
                await(barrier);
                Throwable thrown = failure.get();
                if (thrown != null) {
                    throw new AssertionError("seed " + seed + ", round " + count, thrown);
                }
                try {
                    round.check.run();
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("seed " + seed + ", round " + count, e);
                }
                if (count + 1 < rounds) {
                    round = source.next(random);
                    current.set(round);
                }
            }
        } finally {
            current.set(null);
            await(barrier);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void racer(
            int number,
            CyclicBarrier barrier,
            AtomicReference<@Nullable Round> current,
            AtomicReference<@Nullable Throwable> failure) {
        while (true) {
            await(barrier);
            Round round = current.get();
            if (round == null) {
                return;
            }
            try {
                round.racers.get(number).run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
            await(barrier);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("a racer does not come back", e);
        }
    }
}
