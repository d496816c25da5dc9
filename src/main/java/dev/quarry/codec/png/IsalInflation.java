package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.ffi.NativeFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Unpacking by ISA-L. */
final class IsalInflation implements Inflation {

    private static final CpuCost COST = CpuCost.of(15_000, 3.9, 1);
    private static final CpuCost STAGED_COST = CpuCost.of(30_000, 3.9, 3);

    private static final long FRAME_BYTES = 8L << 10;

    private final LibIsal isal;

    IsalInflation(LibIsal isal) {
        this.isal = isal;
    }

    @Override
    public CodecLibrary library() {
        return isal.library();
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
        return LibIsal.STATE_BYTES + FRAME_BYTES;
    }

    @Override
    public Stream open(int mostBytes) {
        return new IsalStream(isal, mostBytes);
    }

    private static final class IsalStream implements Stream {

        private final LibIsal isal;
        private final NativeFrame frame = new NativeFrame();
        private final MemorySegment state = frame.allocate(LibIsal.STATE_BYTES);
        private final MemorySegment output;

        IsalStream(LibIsal isal, int mostBytes) {
            this.isal = isal;
            this.output = frame.allocate(mostBytes);
            isal.inflateInit(state);
            state.set(ValueLayout.JAVA_INT, LibIsal.CRC_FLAG, LibIsal.ZLIB);
        }

        @Override
        public void feed(MemorySegment compressed) {
            state.set(ValueLayout.ADDRESS, LibIsal.NEXT_IN, compressed);
            state.set(ValueLayout.JAVA_INT, LibIsal.AVAILABLE_IN, Math.toIntExact(compressed.byteSize()));
        }

        @Override
        public int inflate(byte[] target, int from, int count) {
            state.set(ValueLayout.ADDRESS, LibIsal.NEXT_OUT, output);
            state.set(ValueLayout.JAVA_INT, LibIsal.AVAILABLE_OUT, count);
            if (isal.inflate(state) != LibIsal.OK) {
                throw PngMessages.notZlib();
            }
            int inflated = count - state.get(ValueLayout.JAVA_INT, LibIsal.AVAILABLE_OUT);
            MemorySegment.copy(output, ValueLayout.JAVA_BYTE, 0, target, from, inflated);
            return inflated;
        }

        @Override
        public void close() {
            frame.close();
        }
    }
}
