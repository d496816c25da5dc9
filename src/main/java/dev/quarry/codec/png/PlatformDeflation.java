package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import java.lang.foreign.MemorySegment;
import java.util.zip.Deflater;

/** Packing by the Java platform's zlib, as the rows come. */
final class PlatformDeflation implements Deflation {

    private static final double START_NANOS = 100_000;
    private static final double[] BYTE_NANOS = {6, 24, 27, 34, 44, 55, 65, 75, 110, 150};

    private static final long LIBRARY_BYTES = 512L << 10;
    private static final int CHUNK_BYTES = 32 << 10;

    @Override
    public CodecLibrary library() {
        return PngCodec.JAVA;
    }

    @Override
    public CpuCost cost(long rawBytes, int compression) {
        return CpuCost.of(START_NANOS, 0, BYTE_NANOS[compression]);
    }

    @Override
    public long workingBytes(long rawBytes, int compression) {
        return LIBRARY_BYTES;
    }

    @Override
    public long scratchBytes(long rawBytes) {
        return 0;
    }

    @Override
    public Stream open(long rawBytes, int compression, MemorySegment scratch, PngChunkWriter writer) {
        return new PlatformStream(new Deflater(compression), writer);
    }

    private static final class PlatformStream implements Stream {

        private final Deflater deflater;
        private final PngChunkWriter writer;
        private final byte[] compressed = new byte[CHUNK_BYTES];
        private int pending;

        PlatformStream(Deflater deflater, PngChunkWriter writer) {
            this.deflater = deflater;
            this.writer = writer;
        }

        @Override
        public void write(byte[] row, int count) {
            deflater.setInput(row, 0, count);
            deflate();
        }

        /** Takes all that the deflater gives for its input so far. */
        private void deflate() {
            int count;
            do {
                count = deflater.deflate(compressed, pending, CHUNK_BYTES - pending);
                pending += count;
                if (pending == CHUNK_BYTES) {
                    writer.chunk("IDAT", compressed, pending);
                    pending = 0;
                }
            } while (count > 0);
        }

        @Override
        public void finish() {
            deflater.finish();
            deflate();
            if (pending > 0) {
                writer.chunk("IDAT", compressed, pending);
            }
        }

        @Override
        public void close() {
            deflater.close();
        }
    }
}
