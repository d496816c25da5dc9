package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Switching from plain loops to fast kernels, the latter here being plain loops whose calls are watched. */
class WarmingKernelsTest {

    private static final int GARBAGE_BYTES = 1 << 20;
    private static final int IN_TURNS = 4;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(4 << 20));
    private int fastCalls;
    private int garbageBytes;
    private Class<?> littering = Object.class;
    private byte[] garbage = {};
    private final WarmingKernels warming = WarmingKernels.of(watched());

    @AfterEach
    void nothingIsLeft() {
        assertEquals(0, storage.stats().usedBytes());
        assertEquals(0, storage.stats().reservedBytes());
        storage.close();
    }

    private Kernels watched() {
        Kernels plain = Kernels.scalar();
        return new Kernels(
                KernelProvider.VECTOR,
                "watched",
                watched(ResampleKernel.class, plain.resample()),
                watched(OrientKernel.class, plain.orient()),
                watched(RotateKernel.class, plain.rotate()),
                watched(ConvertKernel.class, plain.convert()),
                watched(AlphaKernel.class, plain.alpha()),
                watched(PointKernel.class, plain.point()),
                watched(InterleaveKernel.class, plain.interleave()),
                watched(InverseDctKernel.class, plain.inverseDct()));
    }

    private <T> T watched(Class<T> contract, T plain) {
        return contract.cast(Proxy.newProxyInstance(
                contract.getClassLoader(), new Class<?>[] {contract}, (self, method, arguments) -> {
                    fastCalls++;
                    garbage = new byte[littering.isAssignableFrom(contract) ? garbageBytes : 0];
                    try {
                        return method.invoke(plain, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private static BooleanSupplier rounds(int most) {
        int[] left = {most};
        return () -> left[0]-- > 0;
    }

    /** The variants that the fast kernels serve. */
    private Set<KernelVariant> servedFast() throws InterruptedException {
        Set<KernelVariant> served = EnumSet.noneOf(KernelVariant.class);
        for (KernelVariant variant : KernelVariant.values()) {
            fastCalls = 0;
            try (WarmingExercise exercise = new WarmingExercise(warming.kernels(), storage)) {
                exercise.warm(variant, rounds(1));
            }
            if (fastCalls > 0) {
                served.add(variant);
            }
        }
        return served;
    }

    @Test
    void kernels_atFirst_areAllPlain() throws InterruptedException {
        assertEquals(List.of(KernelVariant.values()), warming.cold());
        assertEquals(Set.of(), servedFast());
    }

    @ParameterizedTest
    @EnumSource
    void warm_oneVariant_letsItAloneBeFast(KernelVariant variant) throws InterruptedException {
        assertTrue(warming.warm(variant, storage, rounds(100)));
        assertEquals(EnumSet.of(variant), servedFast());
        assertEquals(EnumSet.complementOf(EnumSet.of(variant)), EnumSet.copyOf(warming.cold()));
    }

    @Test
    void warm_thatStillAllocates_staysPlain() throws InterruptedException {
        garbageBytes = GARBAGE_BYTES;
        assertFalse(warming.warm(KernelVariant.MIRROR, storage, rounds(20)));
        assertEquals(GARBAGE_BYTES, garbage.length);
        assertEquals(Set.of(), servedFast());
    }

    @Test
    void warm_many_letsThemAllBeFast() throws InterruptedException {
        warming.warm(List.of(KernelVariant.values()), storage, rounds(1000));
        assertEquals(List.of(), warming.cold());
    }

    @Test
    void warm_manyWithOneThatStillAllocates_leavesOnlyThatPlain() throws InterruptedException {
        garbageBytes = GARBAGE_BYTES;
        littering = PointKernel.class;
        List<KernelVariant> many = List.of(
                KernelVariant.MAP,
                KernelVariant.MIRROR,
                KernelVariant.TURN,
                KernelVariant.FLATTEN,
                KernelVariant.PREMULTIPLY,
                KernelVariant.UNPREMULTIPLY);
        warming.warm(many, storage, rounds(100));
        assertTrue(warming.cold().contains(KernelVariant.MAP));
        assertEquals(EnumSet.copyOf(many.subList(1, many.size())), servedFast());
    }

    @Test
    void warm_manyStoppedEarly_hasWarmedNoneButTheFirst() throws InterruptedException {
        warming.warm(List.of(KernelVariant.values()), storage, rounds(16));
        Set<KernelVariant> served = servedFast();
        assertFalse(served.isEmpty());
        Set<KernelVariant> first =
                EnumSet.copyOf(List.of(KernelVariant.values()).subList(0, IN_TURNS));
        assertTrue(first.containsAll(served), served::toString);
    }

    @Test
    void warm_stoppedAtOnce_callsNothing() throws InterruptedException {
        assertFalse(warming.warm(KernelVariant.VERTICAL, storage, rounds(0)));
        assertEquals(0, fastCalls);
    }

    @Test
    void kernels_ofPlainLoops_areThemAndNeverCold() {
        Kernels plain = Kernels.scalar();
        WarmingKernels nothingToDo = WarmingKernels.of(plain);
        assertSame(plain, nothingToDo.kernels());
        assertEquals(List.of(), nothingToDo.cold());
    }

    @Test
    void variants_common_comeFirst() {
        assertEquals(
                List.of(true, false),
                List.of(KernelVariant.values()).stream()
                        .map(KernelVariant::isCommon)
                        .distinct()
                        .toList());
    }
}
