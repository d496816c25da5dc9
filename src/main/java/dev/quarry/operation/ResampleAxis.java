package dev.quarry.operation;

import dev.quarry.image.PlaneSpec;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.ResampleWeights;
import dev.quarry.kernel.ResampleWeightsCache;

/**
 * Resampling of a plane along one axis: a window of the stored samples becomes some target samples.
 *
 * @param filter how samples are weighed
 * @param sourceSize stored samples
 * @param windowStart where the window starts; may be a fraction
 * @param windowSize its extent; may be a fraction
 * @param targetSize samples to make
 * @param targetExtent how many of them the window fills; may be a fraction less than {@code targetSize}
 */
record ResampleAxis(
        ResampleFilter filter,
        int sourceSize,
        double windowStart,
        double windowSize,
        int targetSize,
        double targetExtent) {

    /** The columns of {@code source} to those of {@code target}, whose window starts at its edge. */
    static ResampleAxis across(ResampleFilter filter, PlaneSpec source, PlaneSpec target) {
        return new ResampleAxis(
                filter,
                source.width(),
                source.window().x(),
                source.window().width(),
                target.width(),
                target.window().width());
    }

    /** The rows of {@code source} to those of {@code target}, whose window starts at its edge. */
    static ResampleAxis down(ResampleFilter filter, PlaneSpec source, PlaneSpec target) {
        return new ResampleAxis(
                filter,
                source.height(),
                source.window().y(),
                source.window().height(),
                target.height(),
                target.window().height());
    }

    /** The same with another filter. */
    ResampleAxis with(ResampleFilter other) {
        return new ResampleAxis(other, sourceSize, windowStart, windowSize, targetSize, targetExtent);
    }

    /** The part of the window that {@code length} of {@code whole} picture units from {@code from} on take. */
    ResampleAxis part(long from, long length, long whole) {
        return new ResampleAxis(
                filter,
                sourceSize,
                windowStart + windowSize * ((double) from / whole),
                windowSize * ((double) length / whole),
                targetSize,
                targetExtent);
    }

    /** Source samples for one target sample. */
    double scale() {
        return windowSize / targetExtent;
    }

    /** Whether the target samples are stored samples as they are. */
    boolean isIdentity() {
        return windowSize == targetExtent
                && windowStart == Math.rint(windowStart)
                && windowStart >= 0
                && windowStart + targetSize <= sourceSize;
    }

    /** The first stored sample that takes part. */
    int first() {
        return isIdentity() ? (int) windowStart : (int) Math.max(0, Math.floor(windowStart - margin()));
    }

    /** The stored sample after the last one that takes part. */
    int end() {
        return isIdentity()
                ? (int) windowStart + targetSize
                : (int) Math.min(sourceSize, Math.ceil(windowStart + targetSize * scale() + margin()));
    }

    /** The same on a view of only the samples that take part. */
    ResampleAxis trimmed() {
        int first = first();
        return first == 0 && end() == sourceSize
                ? this
                : new ResampleAxis(filter, end() - first, windowStart - first, windowSize, targetSize, targetExtent);
    }

    // One sample more than the filter reaches, so that rounding never cuts a tap off.
    private double margin() {
        return reach() + 1;
    }

    private double reach() {
        return filter.support() * Math.max(1, scale());
    }

    /** An upper bound of the weights for each target sample. */
    int taps() {
        return filter == ResampleFilter.NEAREST ? 1 : ((int) Math.floor(2 * reach()) + 4) / 4 * 4;
    }

    /** An upper bound of the source samples that {@code count} neighbouring target samples are made of. */
    int span(int count) {
        return (int) Math.min(sourceSize, Math.ceil((count - 1) * scale()) + 1 + taps());
    }

    /** The weights. */
    ResampleWeights weights(ResampleWeightsCache cache) {
        return cache.get(filter, sourceSize, windowStart, windowSize, targetSize, targetExtent);
    }
}
