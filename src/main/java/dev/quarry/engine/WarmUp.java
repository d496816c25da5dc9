package dev.quarry.engine;

import dev.quarry.kernel.KernelVariant;
import dev.quarry.kernel.WarmingKernels;
import dev.quarry.storage.BlockStorage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The work that is done before there is any: on a thread of its own, first what the usual requests need, after which the
 * service is ready, then the other kernels beside the requests.
 */
public final class WarmUp implements AutoCloseable {

    private static final int REST_ROUNDS = 3;
    private static final int SAMPLE_ROUNDS = 12;
    private static final long LONGEST_VARIANT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final WarmUpSettings settings;
    private final WarmingKernels kernels;
    private final BlockStorage storage;
    private final SampleRequests samples;
    private final WarmUpListener listener;
    private final long startNanos = System.nanoTime();
    private volatile boolean started;
    private volatile long startedNanos;
    private volatile boolean ready;
    private volatile boolean stopped;
    private @Nullable Thread thread;

    /** A warm-up of these kernels, and of all that the sample requests use. */
    public WarmUp(
            WarmUpSettings settings,
            WarmingKernels kernels,
            BlockStorage storage,
            SampleRequests samples,
            WarmUpListener listener) {
        this.settings = settings;
        this.kernels = kernels;
        this.storage = storage;
        this.samples = samples;
        this.listener = listener;
    }

    /** Begins, and returns at once. */
    public void start() {
        if (settings.enabled()) {
            thread = Thread.ofPlatform().name("quarry-warm-up").daemon(true).start(this::work);
        } else {
            ready = true;
        }
    }

    /** Tells that all the rest of the service has started; from now on readiness waits, and the limit counts. */
    public void serviceStarted() {
        startedNanos = System.nanoTime();
        started = true;
    }

    private boolean isInTime() {
        return !started || System.nanoTime() - startedNanos < settings.limit().toNanos();
    }

    /** Whether requests are welcome. */
    public boolean isReady() {
        return ready;
    }

    private void work() {
        try {
            prepareUsual();
            ready = true;
            if (!stopped) {
                listener.ready(elapsed(), kernels.cold());
                prepareRest();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            ready = true;
        }
    }

    private void prepareRest() throws InterruptedException {
        // Again for those whose compiled code was thrown away meanwhile, or that waited for a busy compiler.
        for (int round = 0; round < REST_ROUNDS; round++) {
            for (KernelVariant variant : kernels.cold()) {
                attempt(() -> kernels.warm(variant, storage, new Gently()));
            }
        }
        if (!stopped) {
            listener.finished(elapsed(), kernels.cold());
        }
    }

    private void prepareUsual() throws InterruptedException {
        BooleanSupplier goOn = () -> !stopped && isInTime();
        // Before the kernels, so that a short limit still finds classes loaded and libraries bound.
        attempt(() -> samples.load(goOn));
        List<KernelVariant> usual =
                kernels.cold().stream().filter(KernelVariant::isCommon).toList();
        if (!usual.isEmpty() && goOn.getAsBoolean()) {
            attempt(() -> kernels.warm(usual, storage, goOn));
        }
        attempt(() -> samples.run(SAMPLE_ROUNDS, goOn));
    }

    /** A part of the work, which may wait for memory. */
    @FunctionalInterface
    private interface Part {

        void run() throws InterruptedException;
    }

    private void attempt(Part part) throws InterruptedException {
        if (stopped) {
            return;
        }
        try {
            part.run();
        } catch (RuntimeException | Error failure) {
            listener.failed(failure);
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** Leaves the processor to the requests for half of the time, and ends what takes too long. */
    private final class Gently implements BooleanSupplier {

        private final long begin = System.nanoTime();
        private long resumed = begin;

        @Override
        public boolean getAsBoolean() {
            long now = System.nanoTime();
            try {
                TimeUnit.NANOSECONDS.sleep(now - resumed);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
                return false;
            }
            resumed = System.nanoTime();
            return !stopped && resumed - begin < LONGEST_VARIANT_NANOS;
        }
    }

    /** Ends it, also unfinished; afterwards it holds no memory. */
    @Override
    public void close() {
        stopped = true;
        Thread running = thread;
        if (running == null) {
            return;
        }
        running.interrupt();
        try {
            running.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
