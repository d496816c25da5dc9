package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** What a resampling kernel refuses before it touches memory that may have neighbours. */
final class ResampleChecks {

    private ResampleChecks() {}

    static void vertical(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow) {
        Samples.checkRows(target, fromRow, toRow);
        if (source.width() != target.width()
                || source.height() < weights.sourceSize()
                || target.height() != weights.size()) {
            throw refused(source, target, weights);
        }
    }

    static void horizontal(Plane source, Plane target, ResampleWeights weights, int fromRow, int toRow) {
        Samples.checkRows(source, fromRow, toRow);
        Samples.checkRows(target, fromRow, toRow);
        if (source.width() < weights.sourceSize() || target.width() != weights.size()) {
            throw refused(source, target, weights);
        }
    }

    private static IllegalArgumentException refused(Plane source, Plane target, ResampleWeights weights) {
        return new IllegalArgumentException("weights from %d to %d samples do not fit %s and %s"
                .formatted(weights.sourceSize(), weights.size(), source, target));
    }
}
