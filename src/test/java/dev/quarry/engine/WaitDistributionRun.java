package dev.quarry.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures in which order threads get what only one can have at a time. Prints a line of JSON for each gate, number of
 * threads and time that a turn takes.
 *
 * <p>A gap is how many turns after its last one a thread has its next; when all threads always want a turn and each has one
 * in its turn, every gap is the number of threads. A wait is how many turns there were from when a thread asked for one until
 * it had it: where nobody is overtaken, never more than the number of threads, also when some do not always want one.
 */
public final class WaitDistributionRun {

    private static final int MOST_TURNS = 1 << 23;
    private static final int[] BUCKETS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50, 100, 1000};
    private static final int WINDOW_ROUNDS = 10;
    private static final double WARM_UP = 0.25;

    private final int threads;
    private final long holdNanos;
    private final int[] order = new int[MOST_TURNS];
    private final int[] waits = new int[MOST_TURNS];
    private volatile int turns;
    private volatile boolean stopped;

    private WaitDistributionRun(int threads, long holdNanos) {
        this.threads = threads;
        this.holdNanos = holdNanos;
    }

    /** The arguments: seconds for each case, numbers of threads and microseconds of a turn, both with commas between. */
    public static void main(String[] arguments) throws Exception {
        double seconds = Double.parseDouble(arguments[0]);
        for (int threads : numbers(arguments[1])) {
            for (int micros : numbers(arguments[2])) {
                for (TurnGate.Kind kind : TurnGate.Kind.values()) {
                    long hold = TimeUnit.MICROSECONDS.toNanos(micros);
                    new WaitDistributionRun(threads, hold).measure(kind, WARM_UP * seconds);
                    WaitDistributionRun run = new WaitDistributionRun(threads, hold);
                    double elapsed = run.measure(kind, seconds);
                    run.tell(kind, elapsed);
                }
            }
        }
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    }

    /** Lets the threads go through a gate again and again; the seconds that it took. */
    private double measure(TurnGate.Kind kind, double seconds) throws Exception {
        List<Thread> running = new ArrayList<>();
        long start = System.nanoTime();
        try (TurnGate gate = kind.open(threads, holdNanos)) {
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(Thread.ofPlatform().start(() -> goThrough(gate, thread)));
            }
            Thread.sleep((long) (1000 * seconds));
            stopped = true;
            for (Thread thread : running) {
                thread.join();
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private void goThrough(TurnGate gate, int thread) {
        try {
            while (!stopped) {
                int asked = turns;
                gate.pass(thread, () -> turn(thread, asked));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One turn; never two at a time, which is what the gates are for. */
    private void turn(int thread, int asked) {
        long end = System.nanoTime() + holdNanos;
        int turn = turns;
        order[turn] = thread;
        waits[turn] = turn - asked;
        if (turn + 1 < order.length) {
            turns = turn + 1;
        } else {
            stopped = true;
        }
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private void tell(TurnGate.Kind kind, double seconds) {
        long[] counts = new long[threads];
        long[] gaps = new long[BUCKETS.length + 1];
        int[] last = new int[threads];
        Arrays.fill(last, -1);
        long[] waited = new long[BUCKETS.length + 1];
        int most = 0;
        int longest = 0;
        int inTurn = 0;
        int notOvertaken = 0;
        int switches = 0;
        for (int i = 0; i < turns; i++) {
            int thread = order[i];
            counts[thread]++;
            switches += i > 0 && order[i - 1] != thread ? 1 : 0;
            if (last[thread] >= 0) {
                int gap = i - last[thread];
                most = Math.max(most, gap);
                gaps[bucket(gap)]++;
                inTurn += gap == threads ? 1 : 0;
            }
            last[thread] = i;
            waited[bucket(Math.max(1, waits[i]))]++;
            longest = Math.max(longest, waits[i]);
            notOvertaken += waits[i] <= threads ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "{\"gate\": \"%s\", \"threads\": %d, \"hold_us\": %d, \"seconds\": %.2f, \"turns\": %d, \"switches\": %d,"
                        + " \"jain\": %.4f, \"jain_short\": %.4f, \"most\": %d, \"gaps\": %s,"
                        + " \"longest\": %d, \"waits\": %s, \"in_turn\": %d, \"not_overtaken\": %d}%n",
                kind,
                threads,
                TimeUnit.NANOSECONDS.toMicros(holdNanos),
                seconds,
                turns,
                switches,
                jain(counts),
                shortTermJain(),
                most,
                Arrays.toString(gaps),
                longest,
                Arrays.toString(waited),
                inTurn,
                notOvertaken);
    }

    private static int bucket(int gap) {
        int bucket = 0;
        while (bucket < BUCKETS.length && gap > BUCKETS[bucket]) {
            bucket++;
        }
        return bucket;
    }

    /** Jain's index: 1 when all had as many turns, 1 ÷ threads when one had all. */
    private static double jain(long[] counts) {
        double sum = Arrays.stream(counts).sum();
        double squares = Arrays.stream(counts).mapToDouble(c -> (double) c * c).sum();
        return squares == 0 ? 0 : sum * sum / (counts.length * squares);
    }

    /** The mean index of windows in which each thread could have ten turns. */
    private double shortTermJain() {
        int window = WINDOW_ROUNDS * threads;
        double sum = 0;
        int windows = turns / window;
        for (int w = 0; w < windows; w++) {
            long[] counts = new long[threads];
            for (int i = w * window; i < (w + 1) * window; i++) {
                counts[order[i]]++;
            }
            sum += jain(counts);
        }
        return windows == 0 ? 0 : sum / windows;
    }
}
