package dev.quarry.codec.imageio;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import javax.imageio.stream.ImageInputStreamImpl;

/** Pieces of memory, read one after the other as one file; nothing is copied or cached. */
final class SegmentInputStream extends ImageInputStreamImpl {

    private final List<MemorySegment> pieces;
    private final long[] ends;
    private int current;

    SegmentInputStream(List<MemorySegment> pieces) {
        this.pieces = List.copyOf(pieces);
        this.ends = new long[pieces.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += pieces.get(i).byteSize();
            ends[i] = end;
        }
    }

    @Override
    public long length() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    @Override
    public int read() {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(single[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        bitOffset = 0;
        if (length == 0) {
            return 0;
        }
        if (streamPos >= length()) {
            return -1;
        }
        // As much as there is, over the pieces' borders: the superclass takes a short answer for the end.
        int wanted = (int) Math.min(length, length() - streamPos);
        int copied = 0;
        while (copied < wanted) {
            copied += copy(target, offset + copied, wanted - copied);
        }
        return copied;
    }

    private int copy(byte[] target, int offset, int length) {
        findPiece();
        MemorySegment piece = pieces.get(current);
        long at = streamPos - (ends[current] - piece.byteSize());
        int count = (int) Math.min(length, piece.byteSize() - at);
        MemorySegment.copy(piece, ValueLayout.JAVA_BYTE, at, target, offset, count);
        streamPos += count;
        return count;
    }

    private void findPiece() {
        if (current > 0 && streamPos < ends[current - 1]) {
            current = 0;
        }
        while (streamPos >= ends[current]) {
            current++;
        }
    }
}
