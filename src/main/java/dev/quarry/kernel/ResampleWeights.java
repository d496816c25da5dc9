package dev.quarry.kernel;

/**
 * For each output sample along one axis, the input samples it is made of and their weights.
 *
 * <p>As Pillow's {@code precompute_coeffs}: output i has its centre at start + (i + ½)·scale, where scale = extent of the
 * window / output extent; the filter is stretched by max(1, scale); taps outside the stored samples are left out and the
 * weights sum to 1. Every output has the same number of taps, filled up with zero weights on either side; all taps lie in
 * the stored samples, but for at most 3 zero weights after the last sample of a source that has fewer samples than taps.
 */
public final class ResampleWeights {

    private final int sourceSize;
    private final int[] starts;
    private final float[] weights;
    private final int taps;

    private ResampleWeights(int sourceSize, int[] starts, float[] weights, int taps) {
        this.sourceSize = sourceSize;
        this.starts = starts;
        this.weights = weights;
        this.taps = taps;
    }

    /**
     * The weights for {@code targetSize} samples that are to show a window of {@code sourceSize} stored ones.
     *
     * @param windowStart where the window starts, in source samples
     * @param windowSize its extent in source samples, which may be a fraction
     * @param targetExtent how many target samples the window fills; {@code targetSize}, or a fraction less
     */
    public static ResampleWeights of(
            ResampleFilter filter,
            int sourceSize,
            double windowStart,
            double windowSize,
            int targetSize,
            double targetExtent) {
        if (sourceSize < 1 || targetSize < 1 || !(windowSize > 0) || !(targetExtent > 0)) {
            throw new IllegalArgumentException("no weights from %s of %d+%s samples to %s of %d"
                    .formatted(windowSize, sourceSize, windowStart, targetExtent, targetSize));
        }
        double scale = windowSize / targetExtent;
        double stretch = Math.max(1, scale);
        double[] centres = new double[targetSize];
        int[] starts = new int[targetSize];
        int[] counts = new int[targetSize];
        int most = 1;
        for (int i = 0; i < targetSize; i++) {
            double centre = windowStart + (i + 0.5) * scale;
            int end = end(filter, centre, stretch, sourceSize);
            starts[i] = start(filter, centre, stretch);
            counts[i] = end - starts[i];
            if (counts[i] < 1 || filter == ResampleFilter.NEAREST) {
                starts[i] = nearest(centre, sourceSize);
                counts[i] = 1;
            }
            centres[i] = centre;
            most = Math.max(most, counts[i]);
        }
        int taps = most == 1 ? 1 : (most + 3) / 4 * 4;
        float[] weights = new float[Math.multiplyExact(targetSize, taps)];
        double[] values = new double[most];
        for (int i = 0; i < targetSize; i++) {
            int padded = Math.max(0, Math.min(starts[i], sourceSize - taps));
            normalised(filter, starts[i] + 0.5 - centres[i], 1 / stretch, values, counts[i]);
            for (int k = 0; k < counts[i]; k++) {
                weights[i * taps + starts[i] - padded + k] = (float) values[k];
            }
            starts[i] = padded;
        }
        return new ResampleWeights(sourceSize, starts, weights, taps);
    }

    private static int nearest(double centre, int sourceSize) {
        return (int) Math.max(0, Math.min(sourceSize - 1, Math.floor(centre)));
    }

    private static int start(ResampleFilter filter, double centre, double stretch) {
        return Math.max(0, (int) (centre - filter.support() * stretch + 0.5));
    }

    private static int end(ResampleFilter filter, double centre, double stretch, int sourceSize) {
        return Math.min(sourceSize, (int) (centre + filter.support() * stretch + 0.5));
    }

    /** The filter at {@code count} places a stretched sample apart, from {@code first} on, divided by their sum. */
    private static void normalised(ResampleFilter filter, double first, double shrink, double[] values, int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            values[k] = count == 1 ? 1 : filter.at((k + first) * shrink);
            sum += values[k];
        }
        for (int k = 0; k < count; k++) {
            values[k] /= sum;
        }
    }

    /** Output samples. */
    public int size() {
        return starts.length;
    }

    /** Stored input samples. */
    public int sourceSize() {
        return sourceSize;
    }

    /** Weights stored for each output sample, zeros included; a multiple of 4, or 1. */
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

    /** The first input sample of output {@code i} whose weight is not zero. */
    int firstTap(int i) {
        int k = 0;
        while (weights[i * taps + k] == 0) {
            k++;
        }
        return starts[i] + k;
    }

    /** The input sample after the last one of output {@code i} whose weight is not zero. */
    int endTap(int i) {
        int k = taps;
        while (weights[i * taps + k - 1] == 0) {
            k--;
        }
        return starts[i] + k;
    }

    /** Bytes of heap held. */
    public long heldBytes() {
        return 4L * starts.length + 4L * weights.length;
    }
}
