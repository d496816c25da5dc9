package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Pointwise changes by the Vector API, the twin of {@link ScalarPoint}; fills and copies are the JVM's own there already,
 * and a table of 256 values is no vector's.
 * Rows are written in whole vectors; what lay behind the last column is put back.
 */
final class VectorPoint implements PointKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    // Four of these hold a vector's bytes over a loop; a vector kept that long is sometimes boxed, one for each row.
    private static final ValueLayout.OfLong WORDS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int STEP = BYTES.vectorByteSize();

    private final PointKernel plain = new ScalarPoint();

    @Override
    public void invert(Plane plane, int fromRow, int toRow) {
        Samples.checkRows(plane, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            invert(plane.memory(), plane.row(y), plane.width());
        }
    }

    private static void invert(MemorySegment memory, long row, int width) {
        long behind0 = memory.get(WORDS, row + width);
        long behind1 = memory.get(WORDS, row + width + 8);
        long behind2 = memory.get(WORDS, row + width + 16);
        long behind3 = memory.get(WORDS, row + width + 24);
        for (int x = 0; x < width; x += STEP) {
            ByteVector.fromMemorySegment(BYTES, memory, row + x, ORDER).not().intoMemorySegment(memory, row + x, ORDER);
        }
        memory.set(WORDS, row + width, behind0);
        memory.set(WORDS, row + width + 8, behind1);
        memory.set(WORDS, row + width + 16, behind2);
        memory.set(WORDS, row + width + 24, behind3);
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
        plain.map(source, target, table, fromRow, toRow);
    }
}
