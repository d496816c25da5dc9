package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Pointwise changes, the twin of {@link ScalarPoint}. Only tables are looked up by the Vector API: of the other loops the
 * compiler makes vector loops by itself.
 */
final class VectorPoint implements PointKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = BYTES.vectorByteSize();

    private final PointKernel plain = new ScalarPoint();

    @Override
    public void invert(Plane plane, int fromRow, int toRow) {
        plain.invert(plane, fromRow, toRow);
    }

    @Override
    public void fill(Plane plane, int value, int fromRow, int toRow) {
        plain.fill(plane, value, fromRow, toRow);
    }

    @Override
    public void copy(Plane source, Plane target, int fromRow, int toRow) {
        plain.copy(source, target, fromRow, toRow);
    }

    @Override
    public void map(Plane source, Plane target, byte[] table, int fromRow, int toRow) {
        ScalarPoint.checkMap(source, target, table, fromRow, toRow);
        int whole = target.width() / STEP * STEP;
        for (int y = fromRow; y < toRow; y++) {
            map(source.memory(), source.row(y), target.memory(), target.row(y), whole, table);
            ScalarPoint.map(
                    source.memory(),
                    source.row(y) + whole,
                    target.memory(),
                    target.row(y) + whole,
                    target.width() - whole,
                    table);
        }
    }

    // The five low bits pick one of 32 values in each eighth of the table, the three high bits one of the eighths.
    private static void map(MemorySegment from, long source, MemorySegment to, long target, int width, byte[] table) {
        from = NativeSegments.of(from);
        to = NativeSegments.of(to);
        ByteVector t0 = ByteVector.fromArray(BYTES, table, 0);
        ByteVector t1 = ByteVector.fromArray(BYTES, table, STEP);
        ByteVector t2 = ByteVector.fromArray(BYTES, table, 2 * STEP);
        ByteVector t3 = ByteVector.fromArray(BYTES, table, 3 * STEP);
        ByteVector t4 = ByteVector.fromArray(BYTES, table, 4 * STEP);
        ByteVector t5 = ByteVector.fromArray(BYTES, table, 5 * STEP);
        ByteVector t6 = ByteVector.fromArray(BYTES, table, 6 * STEP);
        ByteVector t7 = ByteVector.fromArray(BYTES, table, 7 * STEP);
        for (int x = 0; x < width; x += STEP) {
            ByteVector v = ByteVector.fromMemorySegment(BYTES, from, source + x, ORDER);
            ByteVector low = v.and((byte) 31);
            VectorMask<Byte> odd = v.and((byte) 32).eq((byte) 32);
            VectorMask<Byte> upper = v.and((byte) 64).eq((byte) 64);
            ByteVector v01 = low.selectFrom(t0).blend(low.selectFrom(t1), odd);
            ByteVector v23 = low.selectFrom(t2).blend(low.selectFrom(t3), odd);
            ByteVector v45 = low.selectFrom(t4).blend(low.selectFrom(t5), odd);
            ByteVector v67 = low.selectFrom(t6).blend(low.selectFrom(t7), odd);
            v01.blend(v23, upper).blend(v45.blend(v67, upper), v.lt((byte) 0)).intoMemorySegment(to, target + x, ORDER);
        }
    }
}
