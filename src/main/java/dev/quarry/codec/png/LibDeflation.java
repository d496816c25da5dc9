package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Packing by libdeflate, which wants all of a picture at once: its rows are gathered in storage. Pictures too large for
 * that are packed by the Java platform's zlib as the rows come.
 */
final class LibDeflation implements Deflation {

    /** The largest picture that is gathered. */
    static final long MOST_GATHERED_BYTES = 8L << 20;

    // For each compression of 0 to 9 the library's level that makes photographs and drawings about as small as zlib's
    // level of the same number does. Its levels 5 to 9 make photographs larger than 4 does; 10 searches for the best.
    private static final int[] LEVELS = {0, 2, 2, 3, 3, 4, 4, 4, 10, 10};
    private static final double START_NANOS = 50_000;
    private static final double[] BYTE_NANOS = {6, 15, 15, 16, 16, 17, 17, 17, 75, 75};
    private static final int FIRST_SEARCHING_LEVEL = 10;
    private static final long LIBRARY_BYTES = 704L << 10;
    private static final long SEARCHING_BYTES = 9L << 20;

    private final LibDeflate deflate;
    private final PlatformDeflation platform = new PlatformDeflation();

    LibDeflation(LibDeflate deflate) {
        this.deflate = deflate;
    }

    @Override
    public CodecLibrary library() {
        return deflate.library();
    }

    @Override
    public CpuCost cost(long rawBytes, int compression) {
        return rawBytes > MOST_GATHERED_BYTES
                ? platform.cost(rawBytes, compression)
                : CpuCost.of(START_NANOS, 0, BYTE_NANOS[compression]);
    }

    @Override
    public long workingBytes(long rawBytes, int compression) {
        if (rawBytes > MOST_GATHERED_BYTES) {
            return platform.workingBytes(rawBytes, compression);
        }
        return LEVELS[compression] < FIRST_SEARCHING_LEVEL ? LIBRARY_BYTES : SEARCHING_BYTES;
    }

    @Override
    public long scratchBytes(long rawBytes) {
        return rawBytes > MOST_GATHERED_BYTES ? platform.scratchBytes(rawBytes) : rawBytes + packedBound(rawBytes);
    }

    /** At least what the library's own bound is: 5 bytes for each 5000 at the least, and frames. */
    private static long packedBound(long rawBytes) {
        return rawBytes + rawBytes / 512 + 64;
    }

    @Override
    public Stream open(long rawBytes, int compression, MemorySegment scratch, PngChunkWriter writer) {
        if (rawBytes > MOST_GATHERED_BYTES) {
            return platform.open(rawBytes, compression, scratch, writer);
        }
        MemorySegment compressor = deflate.allocCompressor(LEVELS[compression]);
        if (compressor.address() == 0) {
            throw new StorageExhaustedException("libdeflate found no memory to start", 0, 0);
        }
        return new GatheringStream(
                deflate, compressor, scratch.asSlice(0, rawBytes), scratch.asSlice(rawBytes), writer);
    }

    private static final class GatheringStream implements Stream {

        private final LibDeflate deflate;
        private final MemorySegment compressor;
        private final MemorySegment raw;
        private final MemorySegment packed;
        private final PngChunkWriter writer;
        private long gathered;

        GatheringStream(
                LibDeflate deflate,
                MemorySegment compressor,
                MemorySegment raw,
                MemorySegment packed,
                PngChunkWriter writer) {
            this.deflate = deflate;
            this.compressor = compressor;
            this.raw = raw;
            this.packed = packed;
            this.writer = writer;
        }

        @Override
        public void write(byte[] row, int count) {
            MemorySegment.copy(row, 0, raw, ValueLayout.JAVA_BYTE, gathered, count);
            gathered += count;
        }

        @Override
        public void finish() {
            long count = deflate.zlibCompress(compressor, raw.asSlice(0, gathered), packed);
            if (count == 0) {
                throw new IllegalStateException(
                        "libdeflate wants more than %d bytes for %d".formatted(packed.byteSize(), gathered));
            }
            writer.chunk("IDAT", packed.asSlice(0, count));
        }

        @Override
        public void close() {
            deflate.freeCompressor(compressor);
        }
    }
}
