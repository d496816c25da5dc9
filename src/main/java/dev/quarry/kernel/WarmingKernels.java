package dev.quarry.kernel;

import dev.quarry.storage.BlockStorage;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Kernels whose vector code is used only once it is compiled: until then a vector is an object and the plain loops, which
 * give the same samples, are ten times as fast. Safe for many threads.
 */
public final class WarmingKernels {

    // Enough for the compiler never to wait, and so few that the first are warm early.
    private static final int IN_TURNS = 4;

    private final Kernels fast;
    private final Kernels kernels;
    private final Warmth warmth = new Warmth();

    private WarmingKernels(Kernels fast) {
        this.fast = fast;
        this.kernels = fast.provider() == KernelProvider.SCALAR ? fast : switching(fast, Kernels.scalar(), warmth);
    }

    /** Kernels that become {@code fast} variant by variant; where these are plain loops, there is nothing to warm. */
    public static WarmingKernels of(Kernels fast) {
        return new WarmingKernels(fast);
    }

    private static Kernels switching(Kernels fast, Kernels plain, Warmth warmth) {
        return new Kernels(
                fast.provider(),
                fast.reason(),
                new WarmingResample(plain.resample(), fast.resample(), warmth),
                new WarmingOrient(plain.orient(), fast.orient(), warmth),
                new WarmingRotate(plain.rotate(), fast.rotate(), warmth),
                new WarmingConvert(plain.convert(), fast.convert(), warmth),
                new WarmingAlpha(plain.alpha(), fast.alpha(), warmth),
                new WarmingPoint(plain.point(), fast.point(), warmth),
                new WarmingInterleave(plain.interleave(), fast.interleave(), warmth),
                new WarmingInverseDct(plain.inverseDct(), fast.inverseDct(), warmth));
    }

    /** The kernels that these become, cold as they are. */
    public Kernels fast() {
        return fast;
    }

    /** The kernels to use, from the beginning on. */
    public Kernels kernels() {
        return kernels;
    }

    /** The variants that plain loops still stand in for. */
    public List<KernelVariant> cold() {
        return Arrays.stream(KernelVariant.values())
                .filter(variant -> fast.provider() == KernelProvider.VECTOR && !warmth.isWarm(variant))
                .toList();
    }

    /**
     * Uses the vector code of {@code variant} on small planes until it is compiled, which is when it allocates no vectors any
     * more; from then on it is the one that is used.
     *
     * @param goOn asked between some tens of calls; false ends the attempt
     * @return whether it is warm
     * @throws dev.quarry.storage.StorageExhaustedException when there is no room for the planes for a minute
     */
    public boolean warm(KernelVariant variant, BlockStorage storage, BooleanSupplier goOn) throws InterruptedException {
        try (WarmingExercise exercise = new WarmingExercise(fast, storage)) {
            boolean warm = exercise.warm(variant, goOn);
            if (warm) {
                warmth.set(variant);
            }
            return warm;
        }
    }

    /**
     * The same for many variants, in their order but some in turns: while the compiler is busy with one, the calls go to the
     * next instead of running as slow code that is about to be replaced.
     *
     * @param goOn asked between some tens of calls; false ends the attempt
     * @throws dev.quarry.storage.StorageExhaustedException when there is no room for the planes for a minute
     */
    public void warm(List<KernelVariant> variants, BlockStorage storage, BooleanSupplier goOn)
            throws InterruptedException {
        try (WarmingExercise exercise = new WarmingExercise(fast, storage)) {
            Deque<KernelVariant> waiting = new ArrayDeque<>(variants);
            Deque<WarmingExercise.Course> turns = new ArrayDeque<>();
            while (!(waiting.isEmpty() && turns.isEmpty()) && goOn.getAsBoolean()) {
                while (turns.size() < IN_TURNS && !waiting.isEmpty()) {
                    turns.add(exercise.course(waiting.remove()));
                }
                WarmingExercise.Course course = turns.remove();
                course.round();
                if (course.isWarm()) {
                    warmth.set(course.variant());
                } else {
                    turns.add(course);
                }
            }
        }
    }
}
