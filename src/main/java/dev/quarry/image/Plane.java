package dev.quarry.image;

import dev.quarry.storage.Liveness;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One band of an image: rows of 8-bit samples at offsets into the storage's one segment.
 *
 * <p>A plane does not own its memory; the {@link Image} does. At least 64 bytes before and after each row are scratch that
 * kernels and codecs may read and, in a plane that they are writing, overwrite up to the next multiple of 64 columns.
 */
public final class Plane {

    private final MemorySegment memory;
    private final long[] rows;
    private final int width;
    private final int strideBytes;
    private final @Nullable Liveness liveness;

    /**
     * A plane over {@code rows}, which it keeps.
     *
     * @param memory the storage's one segment
     * @param rows offset of each row's first sample
     * @param width samples in each row
     * @param strideBytes distance between rows of one block
     */
    @SuppressWarnings("ArrayMethodParameter")
    public Plane(MemorySegment memory, long[] rows, int width, int strideBytes) {
        this(memory, rows, width, strideBytes, null);
    }

    /**
     * As the other, with a check before each access.
     *
     * @param liveness what to ask before each access, where a debug level of the storage asks for that
     */
    @SuppressWarnings("ArrayMethodParameter")
    public Plane(MemorySegment memory, long[] rows, int width, int strideBytes, @Nullable Liveness liveness) {
        this.memory = memory;
        this.rows = rows;
        this.width = width;
        this.strideBytes = strideBytes;
        this.liveness = liveness;
    }

    private void requireLive() {
        if (liveness != null) {
            liveness.requireLive();
        }
    }

    /** The storage's one segment. */
    public MemorySegment memory() {
        requireLive();
        return memory;
    }

    /** The offset of each row's first sample; not a copy, so not to be changed. */
    public long[] rows() {
        requireLive();
        return rows;
    }

    /** The offset of one row's first sample. */
    public long row(int y) {
        requireLive();
        return rows[y];
    }

    /** Samples in each row. */
    public int width() {
        return width;
    }

    /** Number of rows. */
    public int height() {
        return rows.length;
    }

    /** Distance between rows of one block, in bytes. */
    public int strideBytes() {
        return strideBytes;
    }

    /** Whether each row lies exactly one stride after the one before, so that C code can walk it. */
    public boolean isContiguous() {
        for (int y = 1; y < rows.length; y++) {
            if (rows[y] - rows[y - 1] != strideBytes) {
                return false;
            }
        }
        return true;
    }

    /** A view of a rectangle of samples. */
    public Plane view(Rect part) {
        if (!part.isInside(width, rows.length)) {
            throw new IndexOutOfBoundsException(part + " in " + width + "x" + rows.length);
        }
        long[] offsets = Arrays.copyOfRange(rows, part.y(), part.y() + part.height());
        for (int y = 0; y < offsets.length; y++) {
            offsets[y] += part.x();
        }
        return new Plane(memory, offsets, part.width(), strideBytes, liveness);
    }

    /** The sample at column {@code x} of row {@code y}, 0 to 255. */
    public int sample(int x, int y) {
        requireLive();
        return Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, rows[y] + x));
    }

    /** Sets the sample at column {@code x} of row {@code y} to the low 8 bits of {@code value}. */
    public void setSample(int x, int y, int value) {
        requireLive();
        memory.set(ValueLayout.JAVA_BYTE, rows[y] + x, (byte) value);
    }

    @Override
    public String toString() {
        return "Plane[" + width + "x" + rows.length + ", stride " + strideBytes + "]";
    }
}
