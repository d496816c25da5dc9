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
 * Planes from interleaved rows of 16-bit samples by the Vector API; the part of {@link VectorInterleave} for them.
 *
 * <p>The sample ⌊v/257 + ½⌋ is (v − ⌊v/256⌋ + 127 + ⌊v/2¹⁵⌋) / 256 rounded down, which fits an unsigned short: with v = 257·q
 * + r and −128 ≤ r ≤ 128, ⌊v/256⌋ is q but for q − 1 or q + 1 at the ends, and the last term keeps those from a carry. Two
 * vectors of such shorts are then packed as low and high bytes of one, which leaves samples in an order that the final
 * shuffle undoes.
 */
final class VectorNarrowing {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_128;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
    private static final int STEP = BYTES.vectorByteSize();

    private static final short HIGH_BYTE = (short) 0xFF00;
    private static final int LOW_SHORT = 0xFFFF;
    private static final int HIGH_SHORT = 0xFFFF0000;
    private static final short ROUNDER = 127;

    private static final VectorShuffle<Byte> PAIRS = VectorShuffle.fromOp(BYTES, VectorNarrowing::packed);
    private static final VectorShuffle<Byte> QUADS = VectorShuffle.fromOp(BYTES, x -> 4 * (x % 8) + x / 8);
    // Long j holds pixels j, 4 + j, 8 + j and 12 + j of one band, then of another; each band goes to one half.
    private static final VectorShuffle<Byte> HALVES =
            VectorShuffle.fromOp(BYTES, x -> 8 * (x % 4) + x % 16 / 4 + x / 16 * 4);

    // Three bands: as in VectorInterleave, but for the order of lanes after packing.
    private static final VectorShuffle<Byte> GATHER_0 = VectorShuffle.fromOp(BYTES, x -> packed(3 * x % STEP));
    private static final VectorShuffle<Byte> GATHER_1 = VectorShuffle.fromOp(BYTES, x -> packed((3 * x + 1) % STEP));
    private static final VectorShuffle<Byte> GATHER_2 = VectorShuffle.fromOp(BYTES, x -> packed((3 * x + 2) % STEP));
    private static final VectorMask<Byte> LANES_0 = lanes(0);
    private static final VectorMask<Byte> LANES_1 = lanes(1);
    private static final VectorMask<Byte> LANES_2 = lanes(2);

    private final InterleaveKernel plain = new ScalarInterleave();

    /** The lane of sample {@code s} of 32 after the first 16 went into low and the others into high bytes. */
    private static int packed(int s) {
        return 2 * (s % 16) + s / 16;
    }

    private static VectorMask<Byte> lanes(int remainder) {
        long bits = 0;
        for (int s = remainder; s < STEP; s += 3) {
            bits |= 1L << packed(s);
        }
        return VectorMask.fromLong(BYTES, bits);
    }

    /** The contract of {@link InterleaveKernel#deinterleave16}. */
    void deinterleave(MemorySegment source, long offset, List<Plane> planes, int y) {
        Plane first = planes.getFirst();
        MemorySegment memory = first.memory();
        int width = first.width();
        int bands = width < STEP ? 0 : planes.size();
        long r0 = first.row(y);
        switch (bands) {
            case 1 -> split1(source, offset, memory, r0, width);
            case 2 -> split2(source, offset, memory, r0, planes.get(1).row(y), width);
            case 3 ->
                split3(
                        source,
                        offset,
                        memory,
                        r0,
                        planes.get(1).row(y),
                        planes.get(2).row(y),
                        width);
            case 4 -> {
                long r1 = planes.get(1).row(y);
                long r2 = planes.get(2).row(y);
                long r3 = planes.get(3).row(y);
                split4(source, offset, memory, r0, r1, r2, r3, 0, width - width % (STEP / 2));
                split4(source, offset, memory, r0, r1, r2, r3, width - STEP / 2, width);
            }
            default -> plain.deinterleave16(source, offset, planes, y);
        }
    }

    private static void split1(MemorySegment source, long offset, MemorySegment memory, long r0, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 2L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, NATIVE);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, NATIVE);
            ShortVector h0 = v0.lanewise(VectorOperators.LSHR, 8);
            ShortVector h1 = v1.lanewise(VectorOperators.LSHR, 8);
            ShortVector n0 =
                    v0.sub(h0).add(v0.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n1 =
                    v1.sub(h1).add(v1.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            n0.lanewise(VectorOperators.LSHR, 8)
                    .or(n1.and(HIGH_BYTE))
                    .reinterpretAsBytes()
                    .rearrange(PAIRS)
                    .intoMemorySegment(memory, r0 + x, ORDER);
        }
    }

    private static void split2(MemorySegment source, long offset, MemorySegment memory, long r0, long r1, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 4L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, NATIVE);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, NATIVE);
            ShortVector v2 = ShortVector.fromMemorySegment(SHORTS, source, at + 2 * STEP, NATIVE);
            ShortVector v3 = ShortVector.fromMemorySegment(SHORTS, source, at + 3 * STEP, NATIVE);
            ShortVector h0 = v0.lanewise(VectorOperators.LSHR, 8);
            ShortVector h1 = v1.lanewise(VectorOperators.LSHR, 8);
            ShortVector h2 = v2.lanewise(VectorOperators.LSHR, 8);
            ShortVector h3 = v3.lanewise(VectorOperators.LSHR, 8);
            ShortVector n0 =
                    v0.sub(h0).add(v0.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n1 =
                    v1.sub(h1).add(v1.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n2 =
                    v2.sub(h2).add(v2.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n3 =
                    v3.sub(h3).add(v3.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            IntVector p01 =
                    n0.lanewise(VectorOperators.LSHR, 8).or(n1.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector p23 =
                    n2.lanewise(VectorOperators.LSHR, 8).or(n3.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector b0 = p01.and(LOW_SHORT).or(p23.lanewise(VectorOperators.LSHL, 16));
            IntVector b1 = p01.lanewise(VectorOperators.LSHR, 16).or(p23.and(HIGH_SHORT));
            b0.reinterpretAsBytes().rearrange(QUADS).intoMemorySegment(memory, r0 + x, ORDER);
            b1.reinterpretAsBytes().rearrange(QUADS).intoMemorySegment(memory, r1 + x, ORDER);
        }
    }

    private static void split3(
            MemorySegment source, long offset, MemorySegment memory, long r0, long r1, long r2, int width) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int i = 0; i < width; i += STEP) {
            int x = Math.min(i, width - STEP);
            long at = offset + 6L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, NATIVE);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, NATIVE);
            ShortVector v2 = ShortVector.fromMemorySegment(SHORTS, source, at + 2 * STEP, NATIVE);
            ShortVector v3 = ShortVector.fromMemorySegment(SHORTS, source, at + 3 * STEP, NATIVE);
            ShortVector v4 = ShortVector.fromMemorySegment(SHORTS, source, at + 4 * STEP, NATIVE);
            ShortVector v5 = ShortVector.fromMemorySegment(SHORTS, source, at + 5 * STEP, NATIVE);
            ShortVector h0 = v0.lanewise(VectorOperators.LSHR, 8);
            ShortVector h1 = v1.lanewise(VectorOperators.LSHR, 8);
            ShortVector h2 = v2.lanewise(VectorOperators.LSHR, 8);
            ShortVector h3 = v3.lanewise(VectorOperators.LSHR, 8);
            ShortVector h4 = v4.lanewise(VectorOperators.LSHR, 8);
            ShortVector h5 = v5.lanewise(VectorOperators.LSHR, 8);
            ShortVector n0 =
                    v0.sub(h0).add(v0.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n1 =
                    v1.sub(h1).add(v1.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n2 =
                    v2.sub(h2).add(v2.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n3 =
                    v3.sub(h3).add(v3.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n4 =
                    v4.sub(h4).add(v4.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n5 =
                    v5.sub(h5).add(v5.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ByteVector p0 =
                    n0.lanewise(VectorOperators.LSHR, 8).or(n1.and(HIGH_BYTE)).reinterpretAsBytes();
            ByteVector p1 =
                    n2.lanewise(VectorOperators.LSHR, 8).or(n3.and(HIGH_BYTE)).reinterpretAsBytes();
            ByteVector p2 =
                    n4.lanewise(VectorOperators.LSHR, 8).or(n5.and(HIGH_BYTE)).reinterpretAsBytes();
            ByteVector b0 = p0.blend(p1, LANES_1).blend(p2, LANES_2);
            ByteVector b1 = p0.blend(p1, LANES_2).blend(p2, LANES_0);
            ByteVector b2 = p0.blend(p1, LANES_0).blend(p2, LANES_1);
            b0.rearrange(GATHER_0).intoMemorySegment(memory, r0 + x, ORDER);
            b1.rearrange(GATHER_1).intoMemorySegment(memory, r1 + x, ORDER);
            b2.rearrange(GATHER_2).intoMemorySegment(memory, r2 + x, ORDER);
        }
    }

    // 16 pixels at a time: with 32, this is so large that the compiler sometimes leaves vectors on the heap.
    private static void split4(
            MemorySegment source,
            long offset,
            MemorySegment memory,
            long r0,
            long r1,
            long r2,
            long r3,
            int first,
            int end) {
        source = NativeSegments.of(source);
        memory = NativeSegments.of(memory);
        for (int x = first; x < end; x += STEP / 2) {
            long at = offset + 8L * x;
            ShortVector v0 = ShortVector.fromMemorySegment(SHORTS, source, at, NATIVE);
            ShortVector v1 = ShortVector.fromMemorySegment(SHORTS, source, at + STEP, NATIVE);
            ShortVector v2 = ShortVector.fromMemorySegment(SHORTS, source, at + 2 * STEP, NATIVE);
            ShortVector v3 = ShortVector.fromMemorySegment(SHORTS, source, at + 3 * STEP, NATIVE);
            ShortVector h0 = v0.lanewise(VectorOperators.LSHR, 8);
            ShortVector h1 = v1.lanewise(VectorOperators.LSHR, 8);
            ShortVector h2 = v2.lanewise(VectorOperators.LSHR, 8);
            ShortVector h3 = v3.lanewise(VectorOperators.LSHR, 8);
            ShortVector n0 =
                    v0.sub(h0).add(v0.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n1 =
                    v1.sub(h1).add(v1.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n2 =
                    v2.sub(h2).add(v2.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            ShortVector n3 =
                    v3.sub(h3).add(v3.lanewise(VectorOperators.LSHR, 15)).add(ROUNDER);
            IntVector p01 =
                    n0.lanewise(VectorOperators.LSHR, 8).or(n1.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector p23 =
                    n2.lanewise(VectorOperators.LSHR, 8).or(n3.and(HIGH_BYTE)).reinterpretAsInts();
            IntVector even = p01.and(LOW_SHORT).or(p23.lanewise(VectorOperators.LSHL, 16));
            IntVector odd = p01.lanewise(VectorOperators.LSHR, 16).or(p23.and(HIGH_SHORT));
            ByteVector b02 = even.reinterpretAsBytes().rearrange(HALVES);
            ByteVector b13 = odd.reinterpretAsBytes().rearrange(HALVES);
            ((ByteVector) b02.reinterpretShape(HALF_BYTES, 0)).intoMemorySegment(memory, r0 + x, ORDER);
            ((ByteVector) b13.reinterpretShape(HALF_BYTES, 0)).intoMemorySegment(memory, r1 + x, ORDER);
            ((ByteVector) b02.reinterpretShape(HALF_BYTES, 1)).intoMemorySegment(memory, r2 + x, ORDER);
            ((ByteVector) b13.reinterpretShape(HALF_BYTES, 1)).intoMemorySegment(memory, r3 + x, ORDER);
        }
    }
}
