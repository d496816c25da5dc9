package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import java.lang.foreign.MemorySegment;

/** A library that packs a picture's filtered rows into IDAT chunks. Safe for use by several threads at once. */
sealed interface Deflation permits LibDeflation, PlatformDeflation {

    /** The library. */
    CodecLibrary library();

    /** The CPU time of filtering and packing so many bytes. */
    CpuCost cost(long rawBytes, int compression);

    /** The memory that an open stream takes beside the storage, in bytes. */
    long workingBytes(long rawBytes, int compression);

    /** The storage that a stream for so many bytes works in. */
    long scratchBytes(long rawBytes);

    /**
     * Opens a stream.
     *
     * @param rawBytes the most that will be packed
     * @param compression 0 to 9
     * @param scratch {@link #scratchBytes} bytes of storage
     * @param writer where the chunks go
     */
    Stream open(long rawBytes, int compression, MemorySegment scratch, PngChunkWriter writer);

    /** One zlib stream, for one thread. */
    interface Stream extends AutoCloseable {

        /** Takes the first {@code count} bytes of a row. */
        void write(byte[] row, int count);

        /** Writes all that is still to be written. */
        void finish();

        @Override
        void close();
    }
}
