package dev.quarry.codec;

/**
 * The CPU time of a codec as a linear function, in nanoseconds on the machine that the cost benchmark ran on; the engine
 * corrects it by what it sees.
 *
 * @param start for any picture
 * @param perByte for each byte of the file
 * @param perStored for each sample of the whole picture
 * @param perDecoded for each sample that decoding at a divided size gives
 */
public record CpuCost(double start, double perByte, double perStored, double perDecoded) {

    /** A cost without scaled decoding. */
    public static CpuCost of(double start, double perByte, double perSample) {
        return new CpuCost(start, perByte, perSample, 0);
    }

    /** The predicted nanoseconds, at least 1. */
    public long nanos(long bytes, long storedSamples, long decodedSamples) {
        double nanos = start + perByte * bytes + perStored * storedSamples + perDecoded * decodedSamples;
        return Math.max(1, Math.round(nanos));
    }

    /** The predicted nanoseconds where nothing is scaled. */
    public long nanos(long bytes, long samples) {
        return nanos(bytes, samples, samples);
    }
}
