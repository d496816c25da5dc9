package dev.quarry.pipeline;

import dev.quarry.image.ImageSpec;
import dev.quarry.operation.StorageCost;
import dev.quarry.operation.Transform;

/** The storage that a run takes, followed step by step as the runner allocates: one picture lives, two during a step. */
final class MemoryForecast {

    private final StorageCost cost;
    private long liveBytes;
    private long peakBytes;

    MemoryForecast(StorageCost cost) {
        this.cost = cost;
    }

    /** The picture is decoded. */
    void decoded(ImageSpec spec, long scratchBytes) {
        // Some decoders need planes of one piece each, whoever comes after them.
        liveBytes = Math.max(cost.image(spec), new StorageCost(cost.storage(), true).image(spec));
        use(block(scratchBytes));
    }

    private long block(long bytes) {
        return bytes == 0 ? 0 : cost.storage().bytesFor(bytes);
    }

    /** A step is run. */
    void ran(Transform transform, ImageSpec input, ImageSpec output) {
        if (transform.worksInPlace(input)) {
            use(transform.scratchBytes(input, cost));
        } else {
            long result = cost.image(output);
            use(result + transform.scratchBytes(input, cost));
            liveBytes = result;
        }
    }

    /** The picture is encoded. */
    void encoded(long scratchBytes) {
        use(block(scratchBytes));
    }

    private void use(long moreBytes) {
        peakBytes = Math.max(peakBytes, Math.addExact(liveBytes, moreBytes));
    }

    /** The most storage taken at one time. */
    long peakBytes() {
        return peakBytes;
    }
}
