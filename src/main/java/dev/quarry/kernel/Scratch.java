package dev.quarry.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Heap arrays that one worker lends to kernels, so that a warm kernel allocates nothing. Not safe for two threads at once;
 * the content is undefined.
 */
public final class Scratch {

    private static final int SLOTS = 4;

    private final float[][] floats = new float[SLOTS][0];
    private final int[][] ints = new int[SLOTS][0];
    private long[] longs = new long[0];
    private @Nullable RotateTile rotateTile;

    /** An array of at least {@code length} floats; {@code slot} 0 to 3 tells arrays that are used together apart. */
    public float[] floats(int slot, int length) {
        if (floats[slot].length < length) {
            floats[slot] = new float[length];
        }
        return floats[slot];
    }

    /** An array of at least {@code length} ints; {@code slot} 0 to 3 tells arrays that are used together apart. */
    public int[] ints(int slot, int length) {
        if (ints[slot].length < length) {
            ints[slot] = new int[length];
        }
        return ints[slot];
    }

    /** An array of at least {@code length} longs. */
    long[] longs(int length) {
        if (longs.length < length) {
            longs = new long[length];
        }
        return longs;
    }

    /** What turns by vectors use. */
    RotateTile rotateTile() {
        if (rotateTile == null) {
            rotateTile = new RotateTile();
        }
        return rotateTile;
    }
}
