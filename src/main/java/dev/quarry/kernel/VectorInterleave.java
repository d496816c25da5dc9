package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Conversion between planes and interleaved rows by the Vector API, the twin of {@link ScalarInterleave}.
 *
 * <p>32 pixels at a time; the last vector of a row overlaps the one before it, so that not a byte of the interleaved row's
 * surroundings is touched. Rows of fewer pixels and other numbers of bands than two to four are left to plain loops.
 *
 * <p>Three bands: sample 3x + b of a row lies in lane (3x + b) mod 32 of vector (3x + b) / 32. For one band every lane
 * occurs once, so the three vectors are blended first and then one shuffle puts the lanes in order. Lane l of vector j
 * belongs to band (l − j) mod 3.
 */
final class VectorInterleave implements InterleaveKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = BYTES.vectorByteSize();

    // Every third lane, from 0, 1 and 2.
    private static final VectorMask<Byte> LANES_0 = VectorMask.fromLong(BYTES, 0x49249249L);
    private static final VectorMask<Byte> LANES_1 = VectorMask.fromLong(BYTES, 0x92492492L);
    private static final VectorMask<Byte> LANES_2 = VectorMask.fromLong(BYTES, 0x24924924L);

    private static final VectorShuffle<Byte> GATHER_0 = VectorShuffle.fromOp(BYTES, x -> 3 * x % STEP);
    private static final VectorShuffle<Byte> GATHER_1 = VectorShuffle.fromOp(BYTES, x -> (3 * x + 1) % STEP);
    private static final VectorShuffle<Byte> GATHER_2 = VectorShuffle.fromOp(BYTES, x -> (3 * x + 2) % STEP);

    // 11 is the inverse of 3 modulo 32.
    private static final VectorShuffle<Byte> SPREAD_0 = VectorShuffle.fromOp(BYTES, l -> 11 * l % STEP);
    private static final VectorShuffle<Byte> SPREAD_1 = VectorShuffle.fromOp(BYTES, l -> 11 * (l + STEP - 1) % STEP);
    private static final VectorShuffle<Byte> SPREAD_2 = VectorShuffle.fromOp(BYTES, l -> 11 * (l + STEP - 2) % STEP);

    private static final VectorShuffle<Byte> GATHER_OF_2 = VectorShuffle.fromOp(BYTES, x -> 2 * (x % 16) + x / 16);
    private static final VectorShuffle<Byte> SPREAD_OF_2 = VectorShuffle.fromOp(BYTES, l -> l / 2 + 16 * (l % 2));
    private static final VectorShuffle<Byte> GATHER_OF_4 = VectorShuffle.fromOp(BYTES, x -> 4 * (x % 8) + x / 8);
    private static final VectorShuffle<Byte> SPREAD_OF_4 = VectorShuffle.fromOp(BYTES, l -> l / 4 + 8 * (l % 4));

    private static final short LOW_BYTE = 0xFF;
    private static final short HIGH_BYTE = (short) 0xFF00;
    private static final int LOW_SHORT = 0xFFFF;
    private static final int HIGH_SHORT = 0xFFFF0000;

    private final InterleaveKernel plain = new ScalarInterleave();
    private final VectorNarrowing narrowing = new VectorNarrowing();

    @Override
    public void deinterleave(MemorySegment source, long offset, List<Plane> planes, int y) {
        Plane first = planes.getFirst();
        MemorySegment memory = first.memory();
        int width = first.width();
        int bands = width < STEP ? 0 : planes.size();
        switch (bands) {
            case 2 -> split2(source, offset, memory, first.row(y), planes.get(1).row(y), width);
            case 3 ->
                split3(
                        source,
                        offset,
                        memory,
                        first.row(y),
                        planes.get(1).row(y),
                        planes.get(2).row(y),
                        width);
            case 4 ->
                split4(
                        source,
                        offset,
                        memory,
                        first.row(y),
                        planes.get(1).row(y),
                        planes.get(2).row(y),
                        planes.get(3).row(y),
                        width);
            default -> plain.deinterleave(source, offset, planes, y);
        }
    }

    private static void split2(MemorySegment source, long offset, MemorySegment memory, long r0, long r1, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 2L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, ORDER);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, ORDER);
            ShortVector b0 = v0.and(LOW_BYTE).or(v1.lanewise(VectorOperators.LSHL, 8));
            ShortVector b1 = v0.lanewise(VectorOperators.LSHR, 8).or(v1.and(HIGH_BYTE));
            b0.reinterpretAsBytes().rearrange(GATHER_OF_2).intoMemorySegment(memory, r0 + x, ORDER);
            b1.reinterpretAsBytes().rearrange(GATHER_OF_2).intoMemorySegment(memory, r1 + x, ORDER);
        }
    }

    private static void split3(
            MemorySegment source, long offset, MemorySegment memory, long r0, long r1, long r2, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 3L * x;
            ByteVector v0 = ByteVector.fromMemorySegment(BYTES, source, at, ORDER);
            ByteVector v1 = ByteVector.fromMemorySegment(BYTES, source, at + STEP, ORDER);
            ByteVector v2 = ByteVector.fromMemorySegment(BYTES, source, at + 2 * STEP, ORDER);
            ByteVector b0 = v0.blend(v1, LANES_1).blend(v2, LANES_2);
            ByteVector b1 = v0.blend(v1, LANES_2).blend(v2, LANES_0);
            ByteVector b2 = v0.blend(v1, LANES_0).blend(v2, LANES_1);
            b0.rearrange(GATHER_0).intoMemorySegment(memory, r0 + x, ORDER);
            b1.rearrange(GATHER_1).intoMemorySegment(memory, r1 + x, ORDER);
            b2.rearrange(GATHER_2).intoMemorySegment(memory, r2 + x, ORDER);
        }
    }

    private static void split4(
            MemorySegment source, long offset, MemorySegment memory, long r0, long r1, long r2, long r3, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 4L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, ORDER);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, ORDER);
            ShortVector v2 = ShortVector.fromMemorySegment(SHORTS, source, at + 2 * STEP, ORDER);
            ShortVector v3 = ShortVector.fromMemorySegment(SHORTS, source, at + 3 * STEP, ORDER);
            IntVector even01 =
                    v0.and(LOW_BYTE).or(v1.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
            IntVector odd01 =
                    v0.lanewise(VectorOperators.LSHR, 8).or(v1.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector even23 =
                    v2.and(LOW_BYTE).or(v3.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
            IntVector odd23 =
                    v2.lanewise(VectorOperators.LSHR, 8).or(v3.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector b0 = even01.and(LOW_SHORT).or(even23.lanewise(VectorOperators.LSHL, 16));
            IntVector b1 = odd01.and(LOW_SHORT).or(odd23.lanewise(VectorOperators.LSHL, 16));
            IntVector b2 = even01.lanewise(VectorOperators.LSHR, 16).or(even23.and(HIGH_SHORT));
            IntVector b3 = odd01.lanewise(VectorOperators.LSHR, 16).or(odd23.and(HIGH_SHORT));
            b0.reinterpretAsBytes().rearrange(GATHER_OF_4).intoMemorySegment(memory, r0 + x, ORDER);
            b1.reinterpretAsBytes().rearrange(GATHER_OF_4).intoMemorySegment(memory, r1 + x, ORDER);
            b2.reinterpretAsBytes().rearrange(GATHER_OF_4).intoMemorySegment(memory, r2 + x, ORDER);
            b3.reinterpretAsBytes().rearrange(GATHER_OF_4).intoMemorySegment(memory, r3 + x, ORDER);
        }
    }

    @Override
    public void deinterleave16(MemorySegment source, long offset, List<Plane> planes, int y) {
        narrowing.deinterleave(source, offset, planes, y);
    }

    @Override
    public void interleave(List<Plane> planes, int y, MemorySegment target, long offset) {
        Plane first = planes.getFirst();
        MemorySegment memory = first.memory();
        int width = first.width();
        int bands = width < STEP ? 0 : planes.size();
        switch (bands) {
            case 2 -> join2(memory, first.row(y), planes.get(1).row(y), target, offset, width);
            case 3 ->
                join3(memory, first.row(y), planes.get(1).row(y), planes.get(2).row(y), target, offset, width);
            case 4 ->
                join4(
                        memory,
                        first.row(y),
                        planes.get(1).row(y),
                        planes.get(2).row(y),
                        planes.get(3).row(y),
                        target,
                        offset,
                        width);
            default -> plain.interleave(planes, y, target, offset);
        }
    }

    private static void join2(MemorySegment memory, long r0, long r1, MemorySegment target, long offset, int width) {
        memory = NativeSegments.of(memory);
        target = NativeSegments.of(target);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 2L * x;
            ShortVector b0 = ByteVector.fromMemorySegment(BYTES, memory, r0 + x, ORDER)
                    .rearrange(SPREAD_OF_2)
                    .reinterpretAsShorts();
            ShortVector b1 = ByteVector.fromMemorySegment(BYTES, memory, r1 + x, ORDER)
                    .rearrange(SPREAD_OF_2)
                    .reinterpretAsShorts();
            b0.and(LOW_BYTE).or(b1.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(target, at, ORDER);
            b0.lanewise(VectorOperators.LSHR, 8).or(b1.and(HIGH_BYTE)).intoMemorySegment(target, at + STEP, ORDER);
        }
    }

    private static void join3(
            MemorySegment memory, long r0, long r1, long r2, MemorySegment target, long offset, int width) {
        memory = NativeSegments.of(memory);
        target = NativeSegments.of(target);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 3L * x;
            ByteVector b0 =
                    ByteVector.fromMemorySegment(BYTES, memory, r0 + x, ORDER).rearrange(SPREAD_0);
            ByteVector b1 =
                    ByteVector.fromMemorySegment(BYTES, memory, r1 + x, ORDER).rearrange(SPREAD_1);
            ByteVector b2 =
                    ByteVector.fromMemorySegment(BYTES, memory, r2 + x, ORDER).rearrange(SPREAD_2);
            b0.blend(b1, LANES_1).blend(b2, LANES_2).intoMemorySegment(target, at, ORDER);
            b0.blend(b1, LANES_2).blend(b2, LANES_0).intoMemorySegment(target, at + STEP, ORDER);
            b0.blend(b1, LANES_0).blend(b2, LANES_1).intoMemorySegment(target, at + 2 * STEP, ORDER);
        }
    }

    // Of eight pixels at a time, widened while loading, the checks of five addresses are a fifth of the time.
    private static void join4(
            MemorySegment memory, long r0, long r1, long r2, long r3, MemorySegment target, long offset, int width) {
        memory = NativeSegments.of(memory);
        target = NativeSegments.of(target);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 4L * x;
            ShortVector b0 = ByteVector.fromMemorySegment(BYTES, memory, r0 + x, ORDER)
                    .rearrange(SPREAD_OF_4)
                    .reinterpretAsShorts();
            ShortVector b1 = ByteVector.fromMemorySegment(BYTES, memory, r1 + x, ORDER)
                    .rearrange(SPREAD_OF_4)
                    .reinterpretAsShorts();
            ShortVector b2 = ByteVector.fromMemorySegment(BYTES, memory, r2 + x, ORDER)
                    .rearrange(SPREAD_OF_4)
                    .reinterpretAsShorts();
            ShortVector b3 = ByteVector.fromMemorySegment(BYTES, memory, r3 + x, ORDER)
                    .rearrange(SPREAD_OF_4)
                    .reinterpretAsShorts();
            IntVector even01 =
                    b0.and(LOW_BYTE).or(b1.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
            IntVector odd01 =
                    b0.lanewise(VectorOperators.LSHR, 8).or(b1.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector even23 =
                    b2.and(LOW_BYTE).or(b3.lanewise(VectorOperators.LSHL, 8)).reinterpretAsInts();
            IntVector odd23 =
                    b2.lanewise(VectorOperators.LSHR, 8).or(b3.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector p0 = even01.and(LOW_SHORT).or(even23.lanewise(VectorOperators.LSHL, 16));
            IntVector p1 = odd01.and(LOW_SHORT).or(odd23.lanewise(VectorOperators.LSHL, 16));
            IntVector p2 = even01.lanewise(VectorOperators.LSHR, 16).or(even23.and(HIGH_SHORT));
            IntVector p3 = odd01.lanewise(VectorOperators.LSHR, 16).or(odd23.and(HIGH_SHORT));
            p0.intoMemorySegment(target, at, ORDER);
            p1.intoMemorySegment(target, at + STEP, ORDER);
            p2.intoMemorySegment(target, at + 2 * STEP, ORDER);
            p3.intoMemorySegment(target, at + 3 * STEP, ORDER);
        }
    }
}
