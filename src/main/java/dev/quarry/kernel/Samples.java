package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** The arithmetic of 8-bit samples that scalar kernels share, and the checks at their doors. */
final class Samples {

    private Samples() {}

    /** The sample at {@code at}, 0 to 255. */
    static int load(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at) & 255;
    }

    /** Stores the low 8 bits of {@code value}. */
    static void store(MemorySegment memory, long at, int value) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    /** {@code value}, or the nearer of 0 and 255. */
    static int clamp(int value) {
        return Math.max(0, Math.min(255, value));
    }

    /** round(value / 255), exact for 0 ≤ value ≤ 255 · 255; there are no ties, 255 being odd. */
    static int dividedBy255(int value) {
        int biased = value + 128;
        return (biased + (biased >> 8)) >> 8;
    }

    /** Refuses a range of rows that the plane does not have: its memory has neighbours. */
    static void checkRows(Plane plane, int fromRow, int toRow) {
        Objects.checkFromToIndex(fromRow, toRow, plane.height());
    }

    /** Refuses two planes of unequal size. */
    static void checkSameSize(Plane one, Plane other) {
        if (one.width() != other.width() || one.height() != other.height()) {
            throw new IllegalArgumentException(one + " and " + other + " are not of equal size");
        }
    }
}
