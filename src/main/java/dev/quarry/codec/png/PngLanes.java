package dev.quarry.codec.png;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The filters that look to the left, undone for the three or four samples of a pixel at once: each sample in a lane of 16
 * bits of one {@code long}. Every pixel waits for the one before it, so what counts is the length of the chain of operations
 * between two pixels, which has no branch.
 *
 * <p>A difference of lanes is taken from a lane that holds {@link #SIGNS} more, so that no lane borrows from its neighbour
 * and the top bit tells that the difference is not negative.
 */
final class PngLanes {

    private static final int THREE = 3;
    private static final int FOUR = 4;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long BYTES = 0x00FF_00FF_00FF_00FFL;
    private static final long SIGNS = 0x8000_8000_8000_8000L;

    private PngLanes() {}

    /** Whether pixels of so many bytes are taken. */
    static boolean fit(int distance) {
        return distance == FOUR || distance == THREE;
    }

    // Loops with a constant step, because only for those can the compiler move the checks of indices out.

    /** As {@link PngFilter#undo} for {@link PngFilter#AVERAGE}. */
    static void undoAverage(byte[] row, byte[] above, int length, int distance) {
        long left = 0;
        if (distance == FOUR) {
            for (int i = 1; i <= length - 3; i += FOUR) {
                left = load4(row, i) + average(left, load4(above, i)) & BYTES;
                store4(left, row, i);
            }
        } else {
            for (int i = 1; i <= length - 2; i += THREE) {
                left = load3(row, i) + average(left, load3(above, i)) & BYTES;
                store3(left, row, i);
            }
        }
    }

    /** As {@link PngFilter#undo} for {@link PngFilter#PAETH}. */
    static void undoPaeth(byte[] row, byte[] above, int length, int distance) {
        long left = 0;
        long corner = 0;
        if (distance == FOUR) {
            for (int i = 1; i <= length - 3; i += FOUR) {
                long up = load4(above, i);
                left = load4(row, i) + paeth(left, up, corner) & BYTES;
                corner = up;
                store4(left, row, i);
            }
        } else {
            for (int i = 1; i <= length - 2; i += THREE) {
                long up = load3(above, i);
                left = load3(row, i) + paeth(left, up, corner) & BYTES;
                corner = up;
                store3(left, row, i);
            }
        }
    }

    private static long average(long a, long b) {
        // The lowest bit of a lane's sum falls into the lane below it, above the byte.
        return a + b >>> 1 & BYTES;
    }

    /**
     * With t = 3c − a − b: where the larger of a and b is at most t, the smaller one; where the smaller one is at least t,
     * the larger one; where neither, c; where both, all are equal.
     */
    private static long paeth(long a, long b, long c) {
        long triple = 3 * c;
        long toThreshold = (triple + SIGNS) - b;
        long fromThreshold = (b + SIGNS) - triple;
        long below = (toThreshold - 2 * a) & (toThreshold - b - a);
        long beyond = (fromThreshold + 2 * a) & (fromThreshold + b + a);
        long swap = (a ^ b) & mask((SIGNS - b) + a);
        long low = a ^ swap;
        long high = b ^ swap;
        return c ^ ((low ^ c) & mask(below)) ^ ((high ^ c) & mask(beyond));
    }

    /** All bits of the byte in each lane whose top bit is set. */
    private static long mask(long lanes) {
        long set = lanes & SIGNS;
        return (set >>> 7) - (set >>> 15);
    }

    /** Four bytes in the lanes 0, 2, 1, 3. */
    private static long load4(byte[] bytes, int at) {
        long packed = (int) INT.get(bytes, at) & 0xFFFF_FFFFL;
        return (packed | packed << 24) & BYTES;
    }

    private static void store4(long lanes, byte[] bytes, int at) {
        INT.set(bytes, at, (int) (lanes | lanes >>> 24));
    }

    private static long load3(byte[] bytes, int at) {
        return bytes[at] & 0xFFL | (bytes[at + 1] & 0xFFL) << 32 | (bytes[at + 2] & 0xFFL) << 16;
    }

    private static void store3(long lanes, byte[] bytes, int at) {
        bytes[at] = (byte) lanes;
        bytes[at + 1] = (byte) (lanes >>> 32);
        bytes[at + 2] = (byte) (lanes >>> 16);
    }
}
