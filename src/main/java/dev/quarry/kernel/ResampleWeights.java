package dev.quarry.kernel;

/**
 * For each output sample along one axis, the input samples it is made of and their weights.
 *
 * <p>As Pillow's {@code precompute_coeffs}: output i has its centre at start + (i + ½)·scale, where scale = extent of the
 * window / output extent; the filter is stretched by max(1, scale); taps outside the stored samples are left out and the
 * weights sum to 1.
 */
public final class ResampleWeights {

    private final int[] starts;
    private final float[] weights;
    private final int taps;

    private ResampleWeights(int[] starts, float[] weights, int taps) {
        this.starts = starts;
        this.weights = weights;
        this.taps = taps;
    }

    /** Output samples. */
    public int size() {
        return starts.length;
    }

    /** Weights stored for each output sample, trailing zeros included; a multiple of 4, or 1. */
    public int taps() {
        return taps;
    }

    /** The first input sample of each output sample; not to be changed. */
    public int[] starts() {
        return starts;
    }

    /** The weights, {@link #taps} for each output sample; not to be changed. */
    public float[] weights() {
        return weights;
    }
}
