package dev.quarry.engine;

import dev.quarry.engine.fair.JobSize;
import org.jspecify.annotations.Nullable;

/**
 * How the memory that uploads leave is divided among jobs: small ones have a share of their own, so that they never wait
 * behind what a large one needs, and may use the large share while no large job waits for it.
 *
 * <p>Not safe for use by several threads at once.
 */
final class MemoryShares {

    private final long smallBytes;
    private final long largeBytes;
    private long smallFree;
    private long largeFree;

    MemoryShares(long smallBytes, long largeBytes) {
        this.smallBytes = smallBytes;
        this.largeBytes = largeBytes;
        this.smallFree = smallBytes;
        this.largeFree = largeBytes;
    }

    /** The most that a job of this size can ever have. */
    long mostBytes(JobSize size) {
        return switch (size) {
            case SMALL -> smallBytes;
            case LARGE -> largeBytes;
        };
    }

    /**
     * From which share a job could have {@code bytes} now; null when from none.
     *
     * @param largeWaits whether a large job waits for memory
     */
    @Nullable
    JobSize shareFor(JobSize size, long bytes, boolean largeWaits) {
        return switch (size) {
            case SMALL -> {
                if (bytes <= smallFree) {
                    yield JobSize.SMALL;
                }
                yield !largeWaits && bytes <= largeFree ? JobSize.LARGE : null;
            }
            // Alone it may have what it needs also where an upload has left it less: the storage decides then.
            case LARGE -> bytes <= largeFree || largeFree == largeBytes ? JobSize.LARGE : null;
        };
    }

    /** Whether the small share could spare {@code bytes} and still have half of all for the jobs that it is for. */
    boolean smallCanSpare(long bytes) {
        return bytes <= smallFree - smallBytes / 2;
    }

    /** Takes from a share. */
    void take(JobSize share, long bytes) {
        give(share, -bytes);
    }

    /** Gives back to a share. */
    void give(JobSize share, long bytes) {
        switch (share) {
            case SMALL -> smallFree += bytes;
            case LARGE -> largeFree += bytes;
        }
    }
}
