package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import java.lang.foreign.MemorySegment;

/** A library that unpacks zlib streams piece by piece. Safe for use by several threads at once. */
sealed interface Inflation permits IsalInflation, PlatformInflation {

    /** The library. */
    CodecLibrary library();

    /** The CPU time of a whole picture, by bytes of the file and bytes of samples. */
    CpuCost cost();

    /** The same of a picture that comes in passes. */
    CpuCost stagedCost();

    /** The memory that an open stream takes beside the storage, in bytes. */
    long workingBytes();

    /**
     * Opens a stream.
     *
     * @param mostBytes the most that is ever asked for in one call
     */
    Stream open(int mostBytes);

    /** One zlib stream, for one thread. */
    interface Stream extends AutoCloseable {

        /** Gives the next compressed bytes, in native memory; all that were given before have been used. */
        void feed(MemorySegment compressed);

        /**
         * Unpacks at most {@code count} bytes.
         *
         * @return how many; 0 when more input is needed, or when the stream has ended
         * @throws dev.quarry.codec.CorruptImageException when the stream is damaged
         */
        int inflate(byte[] target, int from, int count);

        @Override
        void close();
    }
}
