package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import java.lang.foreign.MemorySegment;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Unpacking by the Java platform's zlib. */
final class PlatformInflation implements Inflation {

    private static final CpuCost COST = CpuCost.of(50_000, 7, 2.1);
    private static final CpuCost STAGED_COST = CpuCost.of(100_000, 10, 6);

    private static final long LIBRARY_BYTES = 64L << 10;

    @Override
    public CodecLibrary library() {
        return PngCodec.JAVA;
    }

    @Override
    public CpuCost cost() {
        return COST;
    }

    @Override
    public CpuCost stagedCost() {
        return STAGED_COST;
    }

    @Override
    public long workingBytes() {
        return LIBRARY_BYTES;
    }

    @Override
    public Stream open(int mostBytes) {
        return new PlatformStream(new Inflater());
    }

    private record PlatformStream(Inflater inflater) implements Stream {

        @Override
        public void feed(MemorySegment compressed) {
            inflater.setInput(compressed.asByteBuffer());
        }

        @Override
        public int inflate(byte[] target, int from, int count) {
            try {
                int inflated = inflater.inflate(target, from, count);
                if (inflater.needsDictionary()) {
                    throw PngMessages.notZlib();
                }
                return inflated;
            } catch (DataFormatException e) {
                throw PngMessages.notZlib();
            }
        }

        @Override
        public void close() {
            inflater.close();
        }
    }
}
